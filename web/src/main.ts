import "./look/fonts.css";
import "./look/tokens.css";
import "./look/base.css";
import "./look/controls.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { prefs } from "./state/prefs.svelte";
import { speak } from "./words/words.svelte";

const target = document.getElementById("page");
if (!target) throw new Error("index.html has no #page");
await speak(prefs.language);
mount(App, { target });
