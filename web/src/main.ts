import "./app.css";
import { mount } from "svelte";
import "./lib/settings.svelte";
import { speakPreferred } from "./lang";

// Components take their words when they are made, so the language comes first.
await speakPreferred();
const { default: App } = await import("./App.svelte");

mount(App, { target: document.getElementById("app")! });
