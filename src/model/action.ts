import type { Value } from '../kinds/kind.ts'
import type { CallSpec, Expression, Where } from './call.ts'
import type { Field, Rule } from './field.ts'

export interface Action {
  readonly id: string
  readonly title: string
  readonly icon?: string
  readonly place: readonly ('list' | 'row' | 'bulk' | 'form' | 'save' | 'screen' | 'empty')[]
  readonly gate: Expression
  readonly visibleWhen?: Expression
  readonly enabledWhen?: Expression
  /** Field with the moment up to which it can be done; the time that is left is shown. */
  readonly until?: string
  readonly danger: boolean
  /** Message code of the question asked first. */
  readonly confirm?: string
  /** `open` opens another tab of the browser. */
  readonly newTab?: boolean
  /** `open` opens another list with what is searched and filtered in the one at hand. */
  readonly keepSearch?: boolean
  /** Message code of what stands over the page while its call runs. */
  readonly wait?: string
  /** Message code of what is told in a dialog once its call succeeded. */
  readonly answer?: string
  /** Member of the reply with a secret that the dialog of `answer` shows this once, to be copied. */
  readonly shownOnce?: string
  /** Member of the reply with an address that another tab opens. */
  readonly opens?: string
  /** A form saves what was typed before it. */
  readonly saveFirst?: true
  /** Conditions of the record before it, each with the code of the message otherwise. */
  readonly checks?: readonly { readonly rule: Expression; readonly message: string }[]
  /** Keys that do it to a row of the list, each while its condition over the record holds. */
  readonly keys?: Readonly<Record<string, Expression>>
  /** Its call can be taken back: what it changed is in the history. */
  readonly undo?: true
  /** Beside the button that saves, it is what people do here: the filled button. */
  readonly main?: true
  /**
   * Where it leads once it was done: `list`; `made`, the one record that the reply's `ids` name; an address filled from the reply and the record;
   * or the next record of which a filter holds; absent: nowhere.
   */
  readonly after?: string | { readonly next: Where }
  /** Actions offered where the server refuses it, by the code of the refusal. */
  readonly offers?: Readonly<Record<string, string>>
  /** The fields that a dialog asks for before its call or download. */
  readonly ask?: AskView
  readonly does: ActionCommand
  /** It takes a way of a choice: forms show it beside the record's state. */
  readonly way?: true
  /** The condition that must hold first; else a dialog leads to where it can be put right. */
  readonly demand?: { readonly when: Expression; readonly message: string; readonly button: string; readonly open: string }
  /** Member of the reply with an address of another site, where the browser goes. */
  readonly follow?: string
  /** After the call a dialog asks to wait, and the page is loaded anew. */
  readonly reload?: { readonly message: string; readonly seconds: number }
  readonly success?: string
  readonly failure?: string
  /** `failure` is said of refusals, too, before the server's words. */
  readonly failureFirst?: true
}

/** The deed of an action. */
export type ActionCommand =
  | { readonly open: string }
  | { readonly call: CallSpec }
  | { readonly download: CallSpec; readonly file: string }
  | { readonly copy: Expression }
  | { readonly set: Readonly<Record<string, Value>> }
  | { readonly clone: true }
  | { readonly remove: true }
  /** A dialog of the runtime by name. `fields`: those that the dialog of a mass change offers; without it all that can be. */
  | { readonly dialog: string; readonly fields?: readonly MassField[] }
  | { readonly matrix: MatrixView }
  | { readonly link: LinkView }
  | { readonly images: ImagesView }
  | { readonly show: ShowView }
  | { readonly code: CodeView }
  | { readonly actionOf: DelegatedAction }

/** The dialog of another register's action, about records that a call names. */
export interface DelegatedAction {
  readonly register: string
  readonly action: string
  readonly load: CallSpec
  /** Member of the reply's items that holds a record's id. */
  readonly member: string
}

/** Fields that are asked before a call: expressions of the call see their values as `asked`. */
export interface AskView {
  readonly title?: string
  /** Message code over the fields. */
  readonly note?: string
  readonly button?: string
  readonly warn?: AskWarning
  /** Rows over the fields: what the action will do. */
  readonly shows?: ShowView
  /** Members of its reply fill the fields of the same names. */
  readonly load?: CallSpec
  readonly rows?: AskedRowsView
  readonly fields: readonly Field[]
  readonly rules: readonly Rule[]
}

/** Rows of the reply that fills the fields, of which some columns are typed; the call sees these as `asked.name`. */
export interface AskedRowsView {
  readonly name: string
  readonly title?: string
  readonly columns: readonly Field[]
  readonly typed: readonly string[]
  /** Member that tells a row from others. */
  readonly key: string
  /** Message code. */
  readonly empty?: string
}

/** A warning over asked fields, while a condition over the record holds. */
export interface AskWarning {
  readonly when: Expression
  readonly message: string
  /** Expressions over the record. */
  readonly params?: Readonly<Record<string, Expression>>
}

/** Rows of a call's reply: in a dialog, or in place in a form. */
export interface ShowView {
  readonly title?: string
  readonly load: CallSpec
  /** Member of the reply that holds the rows. */
  readonly rows?: string
  /** Member of a row by which rows stand together. */
  readonly group?: string
  /** The reply holds lists of rows under the names of their groups. */
  readonly keyed?: true
  readonly columns: readonly Field[]
  /** Columns that are summed. */
  readonly totals: readonly string[]
  /** Message codes: no rows, a call that failed. */
  readonly empty?: string
  readonly failure?: string
  readonly edit?: ShowEdit
  /** A button in each row; the rows are loaded anew after its call. */
  readonly act?: RowAct
}

/** A text of a call's reply as a QR code in a dialog. */
export interface CodeView {
  readonly title?: string
  readonly load: CallSpec
  /** Member of the reply that is drawn, and what it is called where it is copied. */
  readonly text: string
  readonly textTitle: string
  /** Message code: what to do with it. */
  readonly note?: string
  /** Members of the reply beside it. */
  readonly facts: readonly Field[]
  /** While the text is empty: a message code, and the page where that is put right. */
  readonly empty: { readonly message: string; readonly button?: string; readonly open?: string }
}

/** A button of a row: its text is an expression over the row. */
export interface RowAct {
  readonly title: Expression
  readonly call: CallSpec
  readonly success?: string
  readonly failure: string
}

/** Rows of a reply that are typed over; one call takes those that changed. */
export interface ShowEdit {
  /** Columns that are typed. */
  readonly fields: readonly string[]
  /** Member that tells a row from others. */
  readonly key: string
  /** Column of yes and no that an edit ticks: ticked rows are sent. */
  readonly changed?: string
  /** Pixels of columns that need another width than their kind's. */
  readonly widths?: Readonly<Record<string, number>>
  /** A sent action cannot be taken back. */
  readonly final?: true
  readonly send: {
    readonly method: 'POST' | 'PUT' | 'PATCH'
    readonly path: string
    readonly list: string
    readonly members: readonly string[]
    /** The register that it changes. */
    readonly register?: string
  }
}

export interface MassField {
  readonly field: string
  /** Whether it may also be emptied. */
  readonly empty: boolean
  /** Numbers that may be adjusted along with it. */
  readonly also: readonly string[]
}

/**
 * A table of values typed over those that exist, one per row and column, of which only what changed is sent: prices of products in
 * branches. Its rows, columns and cells are lists in the reply of one call; names below are members of their items.
 */
export interface MatrixView {
  readonly title: string
  readonly load: CallSpec
  /** Message code when `load` fails. */
  readonly failure?: string
  /** `value`: shown beside the label, and not typed (the value of the store itself). */
  readonly rows: {
    readonly from: string
    readonly key: string
    readonly label: string
    readonly code?: string
    readonly value?: string
    readonly valueTitle?: string
    /** Title of the button that makes every existing cell equal to it. */
    readonly level?: string
  }
  /** `stores`: they are stores, whose records the call changes. */
  readonly columns: { readonly from: string; readonly key: string; readonly label: string; readonly stores?: true }
  readonly cells: {
    readonly from: string
    readonly row: string
    readonly column: string
    readonly value: string
    /** The name of the value's record, shown under it. */
    readonly label?: string
    readonly code?: string
    /** The marks of cells: the first that holds. */
    readonly marks: readonly MatrixMark[]
  }
  /** Field of the register by whose kind cells are typed, checked and shown. */
  readonly field: string
  /** Message codes that tell what becomes of a cell; `{old}` is its value until now. */
  readonly states: { readonly up: string; readonly down: string; readonly removed: string; readonly new: string }
  readonly send: {
    readonly method: CallSpec['method']
    readonly path: string
    /** Member of the body that holds the changed cells; a problem's path begins with it. */
    readonly list: string
    /** Members of an item: `value`, `row.x`, `column.x` or `cell.x`. */
    readonly item: Readonly<Record<string, string>>
    /** Most cells of one call. */
    readonly batch: number
  }
  readonly pageSizes: readonly number[]
}

/** The mark of a cell where a member of it is yes. */
export interface MatrixMark {
  readonly when: string
  /** Message code. */
  readonly text: string
  /** Nothing is typed or sent there. */
  readonly closed?: true
  /** A button beside it: members of the body are `row.x`, `column.x` or `cell.x`. The table is loaded anew after its call. */
  readonly act?: {
    readonly title: string
    readonly method: 'POST' | 'PUT' | 'PATCH'
    readonly path: string
    readonly item: Readonly<Record<string, string>>
  }
}

/** Records ticked in a dialog, kept as the rows of a child list: the products that a question is linked to. */
export interface LinkView {
  readonly title: string
  /** Child list of the register. */
  readonly list: string
  /** Reference of that list's rows to the records that are ticked. */
  readonly field: string
  /** Reference of those records by which they are shown in groups. */
  readonly group?: string
}

/** Pictures of many records: each file is given to the record that its name tells. */
export interface ImagesView {
  /** Field that holds the picture. */
  readonly field: string
  /** Fields by whose values a file's name is matched. */
  readonly by: readonly string[]
}

/** How a list offers to make a record. */
export interface CreationView {
  /** The text of its button, in place of 'Novo produto'; false: no page makes one. */
  readonly create?: string | false
}
