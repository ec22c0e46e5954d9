/** The person's settings, stored in this browser. */
import { LANGUAGES, type Language } from "../words/languages";

export type Theme = "auto" | "light" | "dark";
export type Speed = "slow" | "normal" | "fast" | "instant";

interface Stored {
  name: string;
  language: Language;
  theme: Theme;
  speed: Speed;
  sound: boolean;
  confirm: boolean; // ask before final and costly actions
  draw: boolean; // always draw where a card may be declined
  notify: boolean; // tell of the person's turn while the page is in the background
}

const PLACE = "silverhook.prefs";

function guessed(): Language {
  const wanted = navigator.languages.map((language) => language.slice(0, 2));
  return LANGUAGES.find((language) => wanted.includes(language)) ?? "en";
}

const OFF = { draw: false, notify: false };

function stored(): Stored {
  const fresh: Stored = {
    name: "",
    language: guessed(),
    theme: "auto",
    speed: "normal",
    sound: true,
    confirm: true,
    ...OFF,
  };
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Stored>) };
  } catch {
    return fresh;
  }
}

class Prefs {
  private values = $state(stored());

  get name() {
    return this.values.name;
  }
  get language() {
    return LANGUAGES.includes(this.values.language) ? this.values.language : "en";
  }
  get theme() {
    return this.values.theme;
  }
  get speed() {
    return this.values.speed;
  }
  get sound() {
    return this.values.sound;
  }
  get confirm() {
    return this.values.confirm;
  }
  get draw() {
    return this.values.draw;
  }
  get notify() {
    return this.values.notify;
  }

  /** Changes some settings, now and for the next visit. */
  set(change: Partial<Stored>): void {
    Object.assign(this.values, change);
    localStorage.setItem(PLACE, JSON.stringify(this.values));
    dress(this.values.theme);
  }
}

/** Applies the theme to the page; "auto" follows the system. */
function dress(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

export const prefs = new Prefs();
dress(prefs.theme);
