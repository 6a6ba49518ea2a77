import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The server's content security policy allows neither inline scripts nor inline styles, so nothing is inlined.
export default defineConfig({
    plugins: [svelte()],
    build: { target: "es2022", assetsInlineLimit: 0, modulePreload: false, reportCompressedSize: false },
    server: {
        proxy: {
            "/api": {
                target: "http://localhost:8080",
                changeOrigin: true,
                headers: { origin: "http://localhost:8080" },
            },
            "/ws": {
                target: "ws://localhost:8080",
                ws: true,
                changeOrigin: true,
                headers: { origin: "http://localhost:8080" },
            },
        },
    },
});
