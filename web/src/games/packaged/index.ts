/** The look of a game from its own package; if it fails, the generic one takes its place. */
import type { Component } from "svelte";
import { language } from "../../words/words.svelte";
import type { BoardProps, CardProps, Look } from "../board";
import { look as generic } from "../generic";
import type { PackagedLook, TableToDraw } from "./contract";
import Drawn from "./Drawn.svelte";

/** Loads the look of a game's package. */
export async function packagedLook(game: string): Promise<Look> {
  try {
    const own = (await import(/* @vite-ignore */ `/looks/${game}/look.js`)) as PackagedLook;
    if (typeof own.board !== "function") throw new Error("look.js exports no function board");
    if (own.style) await loaded(own.style);
    return lookFrom(own);
  } catch (problem) {
    console.error(`The look of ${game} cannot be loaded:`, problem);
    return generic;
  }
}

/** A package's functions as the components of a look. */
export function lookFrom({ board, card, emblem }: PackagedLook): Look {
  return {
    Board: drawn<BoardProps>((root, props) => board(root, tableToDraw(props)), generic.Board),
    Card: card ? drawn<CardProps>((root, { face }) => card(root, face, language()), generic.Card) : generic.Card,
    Emblem: emblem ? drawn(emblem, generic.Emblem) : generic.Emblem,
  };
}

/** A component that lets a function draw its properties. */
function drawn<Props extends object>(
  draw: (root: HTMLElement, props: Props) => void,
  instead: Component<Props>,
): Component<Props> {
  return ((internals, props) => Drawn(internals, { draw, props, instead } as never)) as Component<Props>;
}

function tableToDraw({ view, faces, seats, connected, me, offers, choose, show }: BoardProps): TableToDraw {
  return {
    view,
    faces: Object.fromEntries(faces),
    seats,
    connected,
    me,
    language: language(),
    offers: offers.all,
    at: (zone, place, card) => offers.at(zone, place, card),
    choose,
    show,
  };
}

/** Adds a stylesheet to the page once, and waits for it. */
function loaded(address: string): Promise<void> {
  const href = new URL(address, location.href).href;
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove(); // so that it does not count as loaded the next time
      reject(new Error(`${href} cannot be loaded`));
    };
    document.head.append(link);
  });
}
