import "./ui/fonts.css";
import "./ui/theme.css";
import "./ui/base.css";
import "./ui/controls.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { prefs } from "./state/prefs.svelte";
import { speak } from "./words/words.svelte";

const target = document.getElementById("page");
if (!target) throw new Error("index.html has no #page");
await speak(prefs.language);
mount(App, { target });
