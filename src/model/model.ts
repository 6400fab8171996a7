import type { Choice, Refinement, Value } from '../kinds/kind.ts'
import type { Limits } from './access/limits.ts'
import type { AboutRule, Belonging, PersonRule } from './access/person.ts'
import type { ProvedAct, RegisterRole } from './access/registerRole.ts'
import type { FreeTimes, VisitorAnswer, Visitors } from './access/visitors.ts'
import type { Action, CreationView } from './action.ts'
import type { CallSpec, Expression, Where } from './call.ts'
import type { Field, Lookup, Rule, Unique, Way } from './field.ts'
import type { Flag, Message, StaffRole } from './message.ts'
import type { Query, Report } from './report.ts'
import type { Screen, ScreenForm } from './screen.ts'
import type { Automation } from './views/automation.ts'
import type { FilterFieldView, FilterView } from './views/filterView.ts'
import type { FormItem, FormView, PartView, RecordFacts, RowDialogView, RowLock } from './views/formView.ts'
import type { HiddenByLayer } from './views/hiddenByLayer.ts'
import type { Import, ImportColumn, ImportReference, ImportSummaryRecord } from './views/importView.ts'
import type { LookViews } from './views/looks.ts'
import type { Notice } from './views/notice.ts'
import type { PaperDocument } from './views/paperDocument.ts'

export type {
  AboutRule,
  Action,
  Belonging,
  CallSpec,
  Expression,
  Field,
  FilterFieldView,
  FilterView,
  Flag,
  FormItem,
  FormView,
  FreeTimes,
  Import,
  ImportColumn,
  ImportReference,
  ImportSummaryRecord,
  Lookup,
  Message,
  PartView,
  RecordFacts,
  RowDialogView,
  RowLock,
  Rule,
  Screen,
  ScreenForm,
  StaffRole,
  Unique,
  VisitorAnswer,
  Visitors,
  Way,
  Where,
}

/** An ordered list of child records, stored in the table of the register `register`, drawn as a grid in the form. */
export interface ChildList {
  readonly name: string
  readonly title: string
  readonly help?: string
  /** Register that holds the rows: an own one, or one made of the list itself and called `produtos.disponibilidades`. */
  readonly register: string
  /** Field of the child that holds the parent's id. */
  readonly by: string
  /** Field that keeps the order, renumbered from 1 on every save; absent when order does not matter. */
  readonly order?: string
  readonly min?: number
  readonly max?: number
  /** Its rows are given by the server: people change them, and neither add nor remove any. */
  readonly fixed?: boolean
  /** Rows are taken by a save and not kept: an effect of the register makes something of them. */
  readonly stored?: false
  /** The rows of a new record, as long as nobody typed over them: an expression that gives them. */
  readonly fill?: Expression
  /** The server keeps its rows: shown, never taken from a body. */
  readonly readOnly?: boolean
  /** People change nothing of it while this holds. */
  readonly readOnlyWhen?: Expression
  readonly visibleWhen?: Expression
  /** Dropped when a record is cloned (the rows' ids always are). */
  readonly clone: boolean
}

export type RecordAccess = 'see' | 'create' | 'change' | 'remove'

/** `store`: rows of one store; `global`: one set for all; `self`: the row is the store. */
export type RegisterScope = 'store' | 'global' | 'self'

/** Records that meet all that is said of them; without a word beside the gate, every one. */
export interface RowCondition {
  readonly gate?: Expression
  /** They hold these values; `$user` stands for the key of the one who asks. A list of values: any of them. */
  readonly where?: Readonly<Record<string, Value | readonly (string | number)[]>>
  /** A row of this register, in a store of the one who asks, refers to them by this field. */
  readonly referredBy?: { readonly register: string; readonly field: string }
}

/** Ranges of which no two records of a store may share a moment. */
export interface NoOverlap {
  /** Fields of the start and the end. */
  readonly from: string
  readonly to: string
  /** Times of a day: fields of the first and the last weekday to which they belong. */
  readonly days?: readonly string[]
  /** Only records with the same values in these fields are in each other's way. */
  readonly same?: readonly string[]
  /** Only records that have one of these switches on together are. */
  readonly sharing?: readonly string[]
  /** Only records of which this holds take part. */
  readonly when?: Expression
  readonly message: string
}

/** One thing that can be listed, opened and saved: the heart of the Model. */
export interface Register {
  /** Rows of a child list that no save keeps: there is no table. */
  readonly stored?: false
  readonly name: string
  readonly area: string
  /** Plural title: 'Produtos'. */
  readonly title: string
  /** Its purpose, in a sentence. */
  readonly help?: string
  /** Singular, lower case: 'produto'. */
  readonly singular: string
  readonly gender: 'm' | 'f'
  readonly scope: RegisterScope
  /** The part that the register plays for the runtime: see `registerOfRole`. */
  readonly role?: RegisterRole
  /** Table name; equals the register's, `produtos_disponibilidades` for lists, the base register's for a view. */
  readonly table: string
  /** Set when the rows are those of another register that meet `where` (combos are products). */
  readonly from?: { readonly register: string; readonly where: Readonly<Record<string, Value>> }
  /** Set for a child list's own register, which has no calls of its own. */
  readonly parent?: { readonly register: string; readonly list: string; readonly by: string }
  /** Key kept by the user (ncms.id) instead of a generated number. */
  readonly textKey: boolean
  /** A store has one record at most. */
  readonly single?: true
  /** Field whose value names a record. */
  readonly label: string
  /** Field shown before the label: a code. */
  readonly code?: string
  readonly fields: readonly Field[]
  readonly lists: readonly ChildList[]
  readonly unique: readonly Unique[]
  readonly noOverlap?: readonly NoOverlap[]
  readonly visitors?: Visitors
  /** Numbers by which people know a record: fields, or the digits from a place of a key. */
  readonly numbers?: readonly NumberSource[]
  /** Fields by which rows are often looked up, beyond what the tables index by themselves. */
  readonly indexes?: readonly (readonly string[])[]
  readonly rules: readonly Rule[]
  /** Default order, LoopBack style: `nome ASC`. */
  readonly order: readonly string[]
  /** Gates: CEL over flags. An absent act is not offered to anyone. */
  readonly access: Readonly<Partial<Record<RecordAccess, Expression>>>
  /**
   * Which records of their store people see, and which of those they may change: those that one of the alternatives with an open
   * gate names. Absent: all of them.
   */
  readonly rows?: Readonly<Partial<Record<'see' | 'change', readonly RowCondition[]>>>
  /** The platform's administrator sees the records of all stores at once, whichever is chosen. */
  readonly across?: boolean
  /**
   * Records of a closed year may leave for an archive: `by` is the moment that tells the year, `with` names child lists of other registers' rows
   * that go along.
   */
  readonly archive?: { readonly by: string; readonly with: readonly string[] }
  /** Of the store's own register: fields that stand at the top of papers. */
  readonly letterhead?: { readonly title: string; readonly lines: readonly (readonly string[])[] }
  /** Its records are people: who may have all that is kept of one, and erase it. */
  readonly person?: PersonRule
  /** About whom its personal values are. */
  readonly about?: AboutRule
  /** Stores set nothing of its fields for themselves. */
  readonly setByStores?: false
  /** Whether people who see a record may comment on it. */
  readonly discuss?: boolean
  /** Acts before which people prove anew who they are. */
  readonly reauthenticate?: readonly ProvedAct[]
  /** A record for which this holds refuses any change or removal (a tab in use). */
  readonly locked?: { readonly when: Expression; readonly message: string }
  /** The assignments of every save, in this order, before it is checked. */
  readonly assign?: readonly Assignment[]
  /** Server effects by name, run inside the save's transaction: declared by an area of the domain. */
  readonly effects: readonly string[]
  /** Records with which a global register starts. */
  readonly seed?: readonly Readonly<Record<string, Value>>[]
  /** Records with which a store begins that is signed up for. */
  readonly newStore?: readonly Readonly<Record<string, Value>>[]
  readonly was?: string
  /** Message codes by event. */
  readonly texts: Readonly<
    Partial<Record<'created' | 'saved' | 'removed' | 'cloned' | 'empty' | 'loadFailed' | 'saveFailed' | 'removeFailed', string>>
  >
  readonly views: RegisterViews
}

/** Values that the server sets at a save: where `when` holds of the record, and where `becomes` holds that did not before. */
export interface Assignment {
  readonly when?: Expression
  readonly becomes?: Expression
  /** Field -> expression. */
  readonly set: Readonly<Record<string, Expression>>
}

/** Where a record's number stands: a field, or `length` digits of a text from place `from`, which counts from 1. */
export interface NumberSource {
  readonly field: string
  readonly from?: number
  readonly length?: number
}

/** How a register looks. Everything is filled: what the UI schema leaves out is derived. */
export interface RegisterViews {
  /** Address in the browser: '/produtos'. */
  readonly path: string
  /** The condition under which people who see it may open its pages; see `opensPages`. */
  readonly gate?: Expression
  /** Whether Ctrl+K finds its records; it does unless it is said. */
  readonly palette?: false
  readonly icon?: string
  readonly list: ListView
  /** Other looks of its records beside the list. */
  readonly looks?: LookViews
  readonly filter: FilterView
  readonly form: FormView
  readonly actions: readonly Action[]
}

export interface ListView extends CreationView {
  readonly columns: readonly ColumnView[]
  readonly pageSize: number
  readonly pageSizes: readonly number[]
  readonly order: readonly string[]
  /** Always applied, e.g. the active ones only. */
  readonly where?: Where
  /** A line over the rows while its condition holds. */
  readonly banner?: { readonly when: Expression; readonly message: string; readonly tone: NonNullable<Choice['tone']> }
  /** A line over the rows: a text of a call's reply, or sums by the options of a field, of all rows of the filter or those that count. */
  readonly note?:
    | { readonly load: CallSpec; readonly member: string }
    | {
        readonly by: string
        readonly sums: readonly string[]
        readonly only?: { readonly where: Where; readonly message: string }
      }
  /** The register's help stands over the rows. */
  readonly about?: true
  /** Why there are none, where nothing is filtered away: a message, and the page where they come to be, with what its link says. */
  readonly empty?: { readonly why: string; readonly next?: { readonly title: string; readonly open: string } }
  readonly rowTone: readonly { readonly when: Expression; readonly tone: NonNullable<Choice['tone']> }[]
  /** Fields or lists shown when a row is expanded. */
  readonly expand?: readonly string[]
  /** Columns of the card on phones; the first is its title. In a narrow list they stay longest. */
  readonly card: readonly string[]
  readonly select: boolean
  /** Columns with a total in the footer. */
  readonly totals: readonly string[]
  /** Sums only where the list is filtered or searched. */
  readonly totalsNarrowed?: true
}

export interface ColumnView {
  /** Field, or `relation.field` (`grupo.nome`), or an action's id prefixed by `!`. */
  readonly field: string
  readonly title: string
  /** Width in px before the user resizes. */
  readonly width?: number
  /** Edited in the cell. */
  readonly edit: boolean
  /** Boolean drawn as a switch that saves at once; the message is of its failure. */
  readonly switch?: { readonly failure: string; readonly enabledWhen?: Expression; readonly after?: CallSpec }
  /** Second value in the cell, when it holds: the app price beside the sale price. */
  readonly also?: { readonly field: string; readonly when?: Expression; readonly title: string }
  /** Cell text from an expression in place of the field's own. */
  readonly text?: Expression
  /** Colour of the cell: that of the first condition which holds. */
  readonly tones?: ListView['rowTone']
  /** Several booleans as chips. */
  readonly chips?: readonly { readonly field: string; readonly title: string }[]
  readonly sort: boolean
  /** Offered in the column chooser but not shown at first. */
  readonly hidden: boolean
  /** Shown where nobody chose columns and all others have their widths beside it. */
  readonly ifRoom?: boolean
  /** The field with the colour behind initials, where there is no picture. */
  readonly colour?: string
}

export interface MenuGroup {
  readonly id: string
  readonly title: string
  readonly icon: string
  readonly gate?: Expression
  /** In the side menu, in the menu of the signed-in user, or in the bar at the bottom of phones. */
  readonly place: 'side' | 'user' | 'bar'
  /** Its items stand by themselves, before all groups with a heading. */
  readonly flat?: true
  readonly items: readonly MenuItem[]
}

export interface MenuItem {
  readonly title: string
  /** Its title away from its group, where the menu gives it a name that only its group explains. */
  readonly alone?: string
  /** Other words by which it is found. */
  readonly synonyms?: readonly string[]
  readonly path: string
  readonly gate: Expression
  readonly icon?: string
  /** The page that the path opens. */
  readonly opens:
    | { readonly register: string }
    | { readonly screen: string }
    | { readonly import: string }
    | { readonly report: string }
    | { readonly address: string }
}

/** The whole configuration, read, checked, completed and frozen. Plain JSON: it travels to the browser and hashes by content. */
export interface Model {
  readonly hash: string
  readonly registers: Readonly<Record<string, Register>>
  readonly screens: Readonly<Record<string, Screen>>
  readonly imports: Readonly<Record<string, Import>>
  readonly notices: Readonly<Record<string, Notice>>
  readonly automations: Readonly<Record<string, Automation>>
  readonly documents: Readonly<Record<string, PaperDocument>>
  readonly queries: Readonly<Record<string, Query>>
  readonly reports: Readonly<Record<string, Report>>
  readonly flags: readonly Flag[]
  readonly staffRoles: readonly StaffRole[]
  /** Store features that a gate may name as `store.<name>`. */
  readonly features: readonly string[]
  /** Addresses that the installation names in its environment, by their variables; empty where it names none. */
  readonly addresses: Readonly<Record<string, string>>
  readonly menu: readonly MenuGroup[]
  readonly messages: Readonly<Record<string, Message>>
  readonly refinements: Readonly<Record<string, Refinement>>
  /** The limits of everything; the browser is told when one is reached. */
  readonly limits: Limits
  readonly hiddenByLayers?: readonly HiddenByLayer[] // Nobody sees them, and who asks why is told.
}

/** The rights of the signed-in user in the chosen store: gates already answered, by the expression's text. */
export type Rights = Readonly<Record<Expression, boolean>>
