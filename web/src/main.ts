// The start of the page: its style, its games, its language, and then the frame.

import "./style/colours.css";
import "./style/base.css";
import "./style/frame.css";
import "./style/controls.css";
import "./style/pages.css";
import "./style/table.css";
import "./style/moves.css";
import "./style/beside.css";
import { mount } from "svelte";
import "./lib/settings.svelte";
import { offerGames } from "./game/list";
import { GAMES } from "./games";
import { speakPreferred } from "./lang";

offerGames(GAMES);

// Components take their words when they are made, so the language comes first.
await speakPreferred();
const { default: App } = await import("./App.svelte");

mount(App, { target: document.getElementById("app")! });
