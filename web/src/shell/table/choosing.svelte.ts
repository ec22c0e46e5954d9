/** From a click to an action: takes a single choice, asks if there are several, and confirms costly ones. */
import type { OfferedAction } from "../../messages.gen";
import { prefs } from "../../state/prefs.svelte";
import type { TableClient } from "../../state/tableClient.svelte";
import { capital } from "../../words/capital";
import { t } from "../../words/words.svelte";

type IsCostly = (choice: OfferedAction) => boolean;

/** Choices in listing order: costly ones last. */
export const inOrder = (choices: OfferedAction[], isCostly: IsCostly): OfferedAction[] =>
  choices.toSorted((a, b) => Number(isCostly(a)) - Number(isCostly(b)));

export interface Question {
  title: string;
  text: string;
  yes: string;
  deed(): void;
}

export class Choosing {
  menu = $state.raw<{ choices: OfferedAction[]; from: HTMLElement } | null>(null);
  question = $state.raw<Question | null>(null);

  constructor(
    private readonly client: TableClient,
    private readonly isCostly: IsCostly,
  ) {}

  /** The person wants one of these choices, which belong to an element. */
  choose = (choices: OfferedAction[], from: HTMLElement): void => {
    const [only] = choices;
    if (this.client.sent !== null) return;
    if (choices.length > 1) this.menu = { choices, from };
    else if (only) this.take(only);
  };

  /** The person wants this choice. */
  take = (choice: OfferedAction): void => {
    this.menu = null;
    if (this.client.sent !== null) return;
    const deed = () => void this.client.act(choice);
    if (!this.isCostly(choice)) return deed();
    this.ask({ title: capital(choice.label), text: t("table.final"), yes: capital(choice.label), deed });
  };

  /** Does it after the person confirms, or at once if the settings say not to ask. */
  ask(question: Question): void {
    if (prefs.confirm) this.question = question;
    else question.deed();
  }
}

/** The choice that draws, where the only question is whether to draw a card. */
export const drawn = (kind: string | undefined, choices: OfferedAction[]): OfferedAction | undefined =>
  kind === "draw" ? choices.find((choice) => choice.does === "draw") : undefined;
