import type { CallSpec, Expression } from './call.ts'
import type { Field, Rule } from './field.ts'
import type { Report } from './report.ts'

/** A form that ends in a call. */
export interface ScreenForm {
  readonly fields: readonly Field[]
  /** Values of the address' query: part of the record, not asked. */
  readonly parameters: readonly Field[]
  readonly rules: readonly Rule[]
  readonly submit: CallSpec
  readonly button: string
  readonly success?: string
  readonly failure?: string
  /** The form said otherwise: the first whose condition holds. */
  readonly variants: readonly ScreenVariant[]
  /** The content in the form's place once the call succeeded: `success`, this text, a way on. */
  readonly after?: ScreenAfter
  /** The parts, where the form asks one after the other. */
  readonly steps: readonly FormStep[]
  /** The form of a store's visitors: the register that it fills. */
  readonly visitors?: string
  /** Typed values are kept in the tab over a reload. */
  readonly keep?: boolean
  /** The button is closed until something was typed. */
  readonly onceEdited?: true
  /** Members of the reply that are shown below the form; what was typed stays. */
  readonly result?: readonly Field[]
  /** Where one goes once the call succeeded: the first whose condition holds. */
  readonly goTo: readonly ScreenWay[]
  /** Ways to other pages, under the button. */
  readonly links: readonly { readonly title: string; readonly open: string }[]
}

/** A part of a form. One with a title has an address of its own. */
export interface FormStep {
  readonly title?: string
  /** Names of its fields. */
  readonly fields: readonly string[]
  /** Messages below the fields, each perhaps under a condition. */
  readonly notes: readonly { readonly message: string; readonly when?: Expression }[]
}

/** A way on after a form, perhaps through a login. */
export interface ScreenWay {
  readonly when?: Expression
  readonly login?: { readonly email: Expression; readonly password: Expression }
  readonly open: string
}

/** The content in a form's place; above the pages it goes by itself. */
export interface ScreenAfter {
  readonly text?: string
  readonly button: string
  readonly open?: string
  readonly seconds?: number
}

/** When a form lies above every page: the account and the user's newest answer are older than some days. */
export interface ScreenOverlay {
  readonly everyDays: number
  /** Register of the answers. */
  readonly register: string
  /** Its field that says who answered. */
  readonly user: string
  readonly later: string
}

export interface ScreenVariant {
  readonly when: Expression
  readonly title?: string
  /** Titles of fields. */
  readonly titles: Readonly<Record<string, string>>
  readonly button?: string
  readonly success?: string
}

/** A member of a document's reply, perhaps under a condition over `reply`. */
export interface ShownMember {
  readonly member: string
  readonly when?: Expression
}

/** The reply of a call as a document that is read and printed. */
export interface ScreenDocument {
  readonly parameters: readonly Field[]
  readonly call: CallSpec
  readonly failure: string
  /** Said instead when the call answers 410. */
  readonly gone?: string
  readonly button: string
  /** By path in the reply; a member of rows begins with the path of the rows. */
  readonly members: readonly Field[]
  readonly head?: { readonly image?: string; readonly title: string; readonly lines?: readonly (readonly string[])[] }
  readonly facts: readonly ShownMember[]
  readonly table?: { readonly rows: string; readonly columns: readonly ShownMember[] }
  readonly totals: readonly ShownMember[]
  /** A member as a QR code, with others beside it; nothing while it is empty. */
  readonly code?: { readonly title: string; readonly text: string; readonly note?: string; readonly facts: readonly string[] }
}

/** Stops at places of the screen, each told in a few words. */
export interface Tour {
  readonly title: string
  readonly items: readonly {
    /** A part of the frame, or the id of a piece that people arrange. */
    readonly at: string
    readonly title: string
    readonly help: string
  }[]
}

/** Parts of the screen at which a tour may stop, beside the pieces that people arrange. */
export const tourParts = ['menu', 'search', 'stores', 'notices', 'user', 'days'] as const

/** A page of figures: in a wide and a narrow column, and beside them the news. */
export interface Dashboard {
  /** Its calls and pieces, those of both columns in one. */
  readonly report: Report
  /** How many of the pieces stand in the first column. */
  readonly first: number
  /** A walk over the page for who opens it for the first time. */
  readonly tour?: Tour
  /** Screen that embeds an external page. */
  readonly news?: string
}

/** Cards from the rows of a call's reply. */
export interface BoardView {
  readonly load: CallSpec
  /** Register whose changes load it anew. */
  readonly register: string
  readonly rows: string
  readonly key: string
  readonly age?: { readonly member: string; readonly minutes: number }
  readonly fields: readonly Field[]
  /** Without `sum` rows are counted. */
  readonly figures: readonly { readonly title: string; readonly sum?: string }[]
  /** Members, or members of lists in a row: `itens.desc_prod`. */
  readonly search: readonly string[]
  readonly card: {
    readonly title: string
    readonly fields: readonly string[]
    readonly lists: readonly { readonly from: string; readonly title: string; readonly columns: readonly Field[] }[]
  }
  /** Message codes. */
  readonly empty: string
  readonly failure?: string
}

/** A button that tells how its call goes. */
export interface StatefulAction {
  readonly id: string
  readonly title: string
  readonly icon?: string
  /** Over the row; without it there is always a button. */
  readonly enabledWhen?: Expression
  /** Message codes: what stands in its place, what is asked first, the title of the dialog after a failure. */
  readonly unavailable?: string
  /** The page where what is missing is changed. */
  readonly next?: { readonly title: string; readonly open: string }
  readonly confirm?: string
  readonly failure: string
  readonly call: CallSpec
  /** The text of the button. */
  readonly states: { readonly idle: string; readonly running: string; readonly done: string; readonly failed: string }
  readonly retry: string
}

/** Rows of a call's reply as a table. */
export interface TableView {
  readonly load: CallSpec
  readonly rows: string
  readonly key: string
  readonly fields: readonly Field[]
  /** Names of the fields that are shown, in order. */
  readonly columns: readonly string[]
  /** Those of them that hold addresses. */
  readonly links: readonly string[]
  readonly buttons: readonly StatefulAction[]
  /** Title of the one column in which they stand; without it each has its own. */
  readonly inOneColumn?: string
  /** Message codes. */
  readonly empty: string
  readonly failure?: string
}

/** Rows of a register that link the store with others, as switches over what can be linked. */
export interface LinksView {
  /** Register of the links, and its field that holds what is linked. */
  readonly register: string
  readonly field: string
  /** Lists what can be linked; `key` is the member that a link holds. */
  readonly load: CallSpec
  readonly key: string
  readonly fields: readonly Field[]
  /** Member that names an item. */
  readonly title: string
  /** Message codes. */
  readonly empty: string
  readonly failure: string
  readonly saveFailure: string
}

/** Cards that lead to other screens, with the state of what each sets up. */
export interface HubView {
  readonly open: string
  readonly groups: readonly { readonly title: string; readonly cards: readonly HubCard[] }[]
}

export interface HubCard {
  readonly screen: string
  readonly icon: string
  /** A service outside that may fail. */
  readonly service?: string
  /** States of the screen's record, in place of those that the screen names itself. */
  readonly states?: readonly NamedState[]
}

/** A state of a record: its name, and since when it is so. */
export interface NamedState {
  readonly when: Expression
  readonly title: string
  readonly tone?: StateTone
  /** Field with the moment since when it is so. */
  readonly since?: string
}

/** A page over the one record that the store has of a register: the first state whose condition holds. */
export interface StatesView {
  readonly register: string
  /** In place of the record: a call whose reply the conditions see. */
  readonly load?: CallSpec
  readonly states: readonly StateView[]
  /** A call that brings the record up to date while the page is open. */
  readonly refresh?: { readonly call: CallSpec; readonly seconds: number; readonly when: Expression }
  /** The call made when the page is opened with a parameter in its address. */
  readonly arrival?: {
    readonly parameter: string
    readonly call: CallSpec
    readonly success?: string
    readonly failure: string
    /** The message in place of the call where the other site comes back without having done it. */
    readonly refused?: { readonly parameter: string; readonly message: string }
  }
}

export interface StateView extends NamedState {
  readonly tone: StateTone
  /** Sign for the top bar of a phone. */
  readonly icon?: string
  /** Message code under the title. */
  readonly text?: string
  /** Lines; what stands in one stands beside each other. */
  readonly rows: readonly (readonly StateItem[])[]
}

export type StateItem =
  | { readonly field: string }
  | { readonly action: string; readonly inPlace?: true }
  | { readonly note: string; readonly tone: StateTone }
  | { readonly text: Expression; readonly title?: string }
  | { readonly form: StateForm }
  | {
      readonly switch: string
      readonly title?: string
      readonly call?: CallSpec
      readonly enabledWhen?: Expression
      readonly hint?: string
      readonly failure?: string
      /** Of switching off, where `failure` does not say that, too. */
      readonly failureOff?: string
    }
  | { readonly image: Expression; readonly title: string }
  | { readonly link: Expression; readonly title: string }
  | { readonly copy: Expression; readonly title: string }

/** Fields that are typed in a state; the actions beside them see what is typed as `asked`. */
export interface StateForm {
  readonly title?: string
  readonly fields: readonly Field[]
  readonly values: Readonly<Record<string, Expression>>
  readonly actions: readonly string[]
  readonly enabledWhen?: Expression
}

/** The colour of a state. */
export type StateTone = 'positive' | 'warning' | 'danger' | 'info' | 'neutral'

/** A page that is no register: change password, news. */
export interface Screen {
  readonly name: string
  readonly title: string
  readonly path: string
  readonly gate: Expression
  /** Without layout or login. */
  readonly public: boolean
  readonly help?: string
  readonly overlay?: ScreenOverlay
  /** Seconds for which what is loading, or done, is shown at least. */
  readonly loading?: number
  /** Its state stands in the top bar, too. */
  readonly top?: true
  readonly body:
    | {
        readonly form: ScreenForm
      }
    | { readonly document: ScreenDocument }
    | { readonly embed: { readonly address: Expression; readonly blank: string } }
    | { readonly dashboard: Dashboard }
    | { readonly board: BoardView }
    | { readonly table: TableView }
    | { readonly links: LinksView }
    | { readonly hub: HubView }
    | { readonly visit: { readonly register: string; readonly failure: string } }
    | { readonly states: StatesView }
    /** Without an id the only one that the store has of the register. */
    | { readonly record: { readonly register: string; readonly id?: Expression | undefined } }
    /** A page that the runtime brings itself. */
    | {
        readonly runtime:
          | 'accountSecurity'
          | 'activity'
          | 'explain'
          | 'invitations'
          | 'emailProof'
          | 'notices'
          | 'papers'
          | 'tasks'
      }
    /** A page that a plugin of the browser brings, by the plugin's name. */
    | { readonly plugin: string }
}

/** The register whose records a screen is about, where it is about some. */
export function registerOfScreen(screen: Screen | undefined): string | undefined {
  const body = screen?.body
  if (!body) return undefined
  if ('record' in body) return body.record.register
  if ('states' in body) return body.states.register
  return 'links' in body ? body.links.register : undefined
}
