/** From a click to an action: one choice is done, of several one is asked for, what is costly is asked again. */
import type { OfferedAction } from "../../messages.gen";
import { prefs } from "../../state/prefs.svelte";
import type { TableClient } from "../../state/tableClient.svelte";
import { capital } from "../../words/capital";
import { t } from "../../words/words.svelte";

type IsCostly = (choice: OfferedAction) => boolean;

/** Choices in the order in which they are listed: what is costly last. */
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

  /** The person wants one of these, which belong to an element. */
  choose = (choices: OfferedAction[], from: HTMLElement): void => {
    const [only] = choices;
    if (this.client.sent !== null) return;
    if (choices.length > 1) this.menu = { choices, from };
    else if (only) this.take(only);
  };

  /** The person wants this. */
  take = (choice: OfferedAction): void => {
    this.menu = null;
    if (this.client.sent !== null) return;
    const deed = () => void this.client.act(choice);
    if (!this.isCostly(choice)) return deed();
    this.ask({ title: capital(choice.label), text: t("table.final"), yes: capital(choice.label), deed });
  };

  /** Does it when the person has said so; at once if they do not want to be asked. */
  ask(question: Question): void {
    if (prefs.confirm) this.question = question;
    else question.deed();
  }
}
