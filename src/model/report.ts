import type { Choice, ValueOptions } from '../kinds/kind.ts'
import type { CallSpec, Expression, Where } from './call.ts'

/** The control of a parameter, where its kind alone does not say so. */
export type ParameterControl = 'dateRange' | 'timeRange' | 'period'

/**
 * One thing that is asked before a report runs. `dateRange` and `timeRange` fill two names (`startDate`, `endDate`): a time range
 * narrows the same two moments. Many: several values, sent as a comma-separated list.
 */
export interface Parameter extends ValueOptions {
  readonly name: string
  readonly title: string
  readonly help?: string
  readonly many: boolean
  readonly control?: ParameterControl
  /** Names that it fills in the address and in the query; its own name for most. */
  readonly fills: readonly string[]
  /** Start value: a value, or a preset of a range (`last7`). */
  readonly default?: string | number | boolean | readonly (string | number)[]
  readonly presets?: readonly string[]
  readonly visibleWhen?: Expression
  /** Its value with which the times of a span of days bound each of these days, and not the whole. */
  readonly eachDay?: string
}

/** A column of a result: a value of a kind under a name. */
export interface ResultColumn extends ValueOptions {
  readonly name: string
  readonly title: string
  /** `register.field`: the field whose title it bears, where it has none of its own. */
  readonly titleOf?: string
  /** An average or a rate: nowhere added up, and absent where nothing was measured. */
  readonly additive?: false
  /** `register.field`: the field that it tells, and whose `see` is its own. */
  readonly of?: string
  /** It is not for who asks: it answers nothing. */
  readonly hidden?: true
}

/**
 * The shape of a call's answer.
 * - `value`: a column of the only row of its record's statement, or a sum over rows of the same answer (`array.valor_final`);
 * - `record`: members by name; its own values are the only row of its statement;
 * - `rows`: an array of records, the first `most` ones;
 * - `keyed`: an object keyed by the values of `by`, one level a name; `value` names the column that stands at the end, else a record of the other columns;
 * - `tree`: records nested under `children`, by the columns `key` and `parent` (left out of the answer unless they are columns too).
 */
export type ResultShape =
  | { readonly is: 'value'; readonly column: ResultColumn; readonly sum?: string }
  | { readonly is: 'record'; readonly members: Readonly<Record<string, ResultShape>>; readonly statement?: string }
  | { readonly is: 'rows'; readonly columns: readonly ResultColumn[]; readonly statement: string; readonly most?: number }
  | {
      readonly is: 'keyed'
      readonly by: readonly string[]
      readonly columns: readonly ResultColumn[]
      readonly value?: string
      readonly statement: string
    }
  | {
      readonly is: 'tree'
      readonly key: string
      readonly parent: string
      readonly children: string
      readonly columns: readonly ResultColumn[]
      readonly statement: string
    }

/** A part of a moment as a store's clock and calendar show it: `2026-01-31`, `2026-01`, 0 to 23, 1 (Sunday) to 7. */
export type MomentPart = 'day' | 'month' | 'hour' | 'weekday'

/** Exactly one member: what is worked out over a group's records. `count`: of records, or of different values of a field. */
export type Measure =
  | { readonly sum: string }
  | { readonly avg: string }
  | { readonly min: string }
  | { readonly max: string }
  | { readonly count: true | string }

/** Groups of a register's records and measures over them: a list with groups. Fields may be those of what is referred to. */
export interface GroupPlan {
  readonly register: string
  /** `$name` stands for a parameter; a condition whose parameter is not given is left out. */
  readonly where: Where
  readonly groups: Readonly<Record<string, { readonly field: string; readonly part?: MomentPart }>>
  readonly measures: Readonly<Record<string, Measure>>
  readonly having: Readonly<Record<string, Readonly<Partial<Record<'gt' | 'gte' | 'lt' | 'lte', number>>>>>
  readonly order: readonly string[]
  readonly limit?: number
}

/** Where rows come from: SQL, which begins with what all statements of its file share, or a plan. */
export type Statement = SqlStatement | GroupPlan

export interface SqlStatement {
  readonly shared: string
  readonly own: string
}

/** One call that reads figures: its address, what it takes and what it answers. Made of `<slug>.schema.json` and `<slug>.sql`. */
export interface Query {
  /** Slug of its files. */
  readonly name: string
  readonly title: string
  /** Below /api: `relatorio/pdv/curva_abc`. */
  readonly path: string
  readonly gate: Expression
  /** Whether its figures are those of one store, or of all at once: registers that belong to none. */
  readonly scope: 'store' | 'global' | 'installation'
  readonly parameters: readonly Parameter[]
  /** Names of its SQL that no call gives: their value is `default`. Empty in the browser. */
  readonly constants: readonly Parameter[]
  readonly result: ResultShape
  /** By the names that the result uses. Empty in the browser. */
  readonly statements: Readonly<Record<string, Statement>>
}

/** With what a page is compared: the same length of time before, or the same days whole weeks, a month or a year earlier. */
export type Comparison = 'previous' | 'week' | 'month' | 'year'

/** A screen that shows what queries answer. Made of `<slug>.ui.json`. */
export interface Report {
  readonly name: string
  readonly title: string
  readonly help?: string
  readonly path: string
  readonly gate: Expression
  readonly icon?: string
  /** The parameters, in the order of the bar. */
  readonly parameters: readonly Parameter[]
  /** Calls by the name under which the layout finds their answers; all made at once by "Buscar". */
  readonly calls: Readonly<Record<string, ReportCall>>
  readonly layout: readonly ReportItem[]
  /**
   * Offers the other stores of a user who has several: the calls are made once a store, in parallel. The name under which the address
   * holds them.
   */
  readonly compareStores?: string
  /** With what its cards are compared, or the parameter that says so. */
  readonly compare?: Comparison | { readonly parameter: string }
  /** Message codes of a failure and of an empty answer. */
  readonly failure: string
  readonly empty: string
  /** Message code of what may be done when there is nothing. */
  readonly hint?: string
  /** Where what is asked stands on a wide screen; above unless said. */
  readonly filters?: 'above' | 'side'
}

export interface ReportCall {
  readonly query: string
  /** Query members from expressions over the parameters, where they are not the parameters of the same name. */
  readonly members?: Readonly<Record<string, Expression>>
  /** Made only when this holds over the parameters. */
  readonly when?: Expression
  /** With what its figures are compared, in place of the page's word. */
  readonly compare?: Comparison
  /** Made for each store of the user. */
  readonly stores?: 'all'
  /** Derived of a comparison: the same call over the days that are compared with. */
  readonly earlier?: true
}

/**
 * Where a figure lies: a call's name and a path in its answer (`main.totais.valor_final`), alone or summed, averaged or counted over
 * rows (`{ "sum": "main.array.valor_final" }`), or an expression over figures that have a name.
 */
export type Figure =
  | string
  | { readonly sum: string }
  | { readonly average: string }
  | { readonly count: string }
  /** Column `show` of the row that has most in `by`: the best hour. */
  | { readonly top: string; readonly by: string; readonly show: string }
  | { readonly expression: Expression; readonly of: Readonly<Record<string, string>> }

export interface Card {
  readonly title: string
  readonly value: Figure
  readonly as: ValueOptions
  readonly tone?: NonNullable<Choice['tone']>
  readonly toneWhen?: readonly { readonly when: Expression; readonly tone: NonNullable<Choice['tone']> }[]
  readonly unit?: string
  readonly icon?: string
  /** Shown only when this holds over the parameters. */
  readonly when?: Expression
  /** Figure of the period before; the change is shown. */
  readonly before?: Figure
  /** `before` comes from the comparison of the page, and not from the definition. */
  readonly compared?: true
  /** Figure to be reached, and what it will be when its time is over. */
  readonly goal?: Figure
  readonly pace?: Figure
  /** Rows whose column is drawn as a small line. */
  readonly spark?: { readonly rows: string; readonly value: string }
  /** Which change is good news. */
  readonly good?: 'up' | 'down'
  /** Message code in place of the change where there was nothing before. */
  readonly nothingBefore?: string
  /** A line under it: a message with the figures that its text names. */
  readonly note?: { readonly message: string; readonly of: Readonly<Record<string, Figure>> }
  readonly link?: { readonly title: string; readonly open: string }
  /** Leads to what is behind its figure: the whole card opens that. */
  readonly drill?: Drill
}

/** Lines for the figures that are above 0. */
export interface Attention {
  readonly title: string
  readonly none: string
  readonly items: readonly {
    readonly value: Figure
    readonly message: string
    readonly tone: NonNullable<Choice['tone']>
    readonly open?: string
    /** Leads to what is behind its figure, in place of `open`. */
    readonly drill?: Drill
  }[]
}

/** The first steps, each ticked off once its figure is above 0. */
export interface FirstSteps {
  readonly title: string
  readonly help?: string
  readonly items: readonly { readonly title: string; readonly help?: string; readonly done: Figure; readonly open: string }[]
}

export interface ChartSpec {
  readonly chart: 'bar' | 'stackedBar' | 'line' | 'pie' | 'doughnut'
  readonly title: string
  /** Rows of an answer (`main.array`), keyed ones as rows of their keys and values. */
  readonly rows: string
  readonly category: string
  /** Columns that are drawn; several are several series. */
  readonly values: readonly string[]
  /** Column whose values are the series: status, store. */
  readonly series?: string
  readonly horizontal: boolean
  /** px: at least `min`, `per` for each category. */
  readonly height: { readonly min: number; readonly per?: number }
  /** Only the most or least by a column, of the rows where it is above `above`. */
  readonly pick?: { readonly by: string; readonly most: boolean; readonly count: number; readonly above?: number }
  /** Each bar in the colour of its category, as in a pie of the same rows: stores, currencies. */
  readonly coloured?: boolean
  /** Percentages in slices, rounded to whole ones. */
  readonly percentages: boolean
  /** The unit of the axis: where it has no rows stands 0. */
  readonly fill?: MomentPart
  /** Charts with the same word share the scale of their axis. */
  readonly scale?: string
  /** Address that a bar or slice opens, with `{column}` of its row. */
  readonly open?: string
  /** Leads to what is behind a figure, in place of `open`. */
  readonly drill?: Drill
}

/**
 * A report, or a register's list, that is behind a figure. Its texts are those of an address: `{name}` is a column of the row, else a parameter of
 * the page, or an end of the days that a call was asked for (`hoje.startDate`); `{from}` and `{until}` are those of a place of a chart's axis.
 */
export interface Drill {
  readonly report?: string
  readonly register?: string
  readonly with?: Readonly<Record<string, string>>
  /** Only where this holds over the parameters. */
  readonly when?: Expression
  /** Field whose sum over the records is the figure. */
  readonly sum?: string
  /** Their number is the figure. */
  readonly count?: true
  /** Figure of the other report that is the same: its path there. */
  readonly figure?: string
  /** Of a table's row: the column that holds the figure. */
  readonly of?: string
}

export interface TableSpec {
  readonly title?: string
  readonly rows: string
  readonly columns: readonly TableColumn[]
  /** Columns with a total in the last row. */
  readonly totals: readonly string[]
  /** Colour of a row by the first condition that holds; the title says the same in a word. */
  readonly rowTone: readonly { readonly when: Expression; readonly tone: NonNullable<Choice['tone']>; readonly title?: string }[]
  /** Orders offered above the table, the first is the default. */
  readonly orders?: readonly { readonly by: string; readonly title: string }[]
  /** Member that holds the children of a tree's row. */
  readonly tree?: string
  /** One column for each value of `column`, each holding `value`: currencies of a date. */
  readonly pivot?: { readonly column: string; readonly value: string }
  /** Address that a row opens, with `{column}` of it; of several the first that the user may open. */
  readonly open?: string | readonly string[]
  /** Leads to what is behind a row, in place of `open`. */
  readonly drill?: Drill
  /** Its first cells go to the stores of their rows. */
  readonly switchStore?: boolean
  /** How rows stand on phones, where not in lines. */
  readonly phone?: 'cards'
  /** Rows at most, and where the others are. */
  readonly most?: number
  readonly more?: { readonly title: string; readonly open: string }
  /** Message of a table without rows. */
  readonly empty?: string
  /** Rows of a page. */
  readonly pageSize?: number
  /** The server orders and searches the rows, and gives a page at a time. */
  readonly paged?: boolean
  /** A report about a row, in a dialog: what it is asked comes from the row's columns. */
  readonly dialog?: {
    readonly title: string
    readonly icon?: string
    readonly label: string
    readonly report: string
    readonly values: Readonly<Record<string, string>>
  }
  /** A first row before those of the answer: a text in one column, figures in others. */
  readonly opening?: { readonly title: string; readonly column: string; readonly values: Readonly<Record<string, Figure>> }
  /** Row text when `when` holds, in place of a column's own: partner not found. */
  readonly instead?: readonly { readonly column: string; readonly when: Expression; readonly message: string }[]
}

export interface TableColumn {
  readonly column: string
  readonly title: string
  /** The field whose title it bears, as that of the answer does. */
  readonly titleOf?: string
  readonly width?: number
  readonly as: ValueOptions
  /** Colour of the cell by the first condition that holds; one with a title is a chip. */
  readonly tones?: TableSpec['rowTone']
  /** Leads to what is behind its cells. */
  readonly drill?: Drill
}

/** A piece of a report's page. */
export type ReportItem =
  | { readonly cards: readonly Card[] }
  | { readonly charts: readonly ChartSpec[] /** How many stand side by side where there is room. */; readonly across: number }
  | { readonly table: TableSpec }
  | { readonly toggle: readonly { readonly title: string; readonly items: readonly ReportItem[] }[] }
  | {
      readonly when: Expression
      readonly items: readonly ReportItem[]
      /** People move and hide it as one, under this title. */
      readonly piece?: { readonly id: string; readonly title: string }
    }
  | { readonly attention: Attention }
  | { readonly steps: FirstSteps }
  | { readonly note: string }
  /** An action of the page: a call, a link. */
  | { readonly button: { readonly title: string; readonly open?: string; readonly call?: CallSpec } }
