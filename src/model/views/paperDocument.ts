import type { Expression } from '../call.ts'

/** A sheet, a roll of this width, or sheets of labels. */
export type SheetKind = 'A4' | '80mm' | '58mm' | 'label'

/** Measures of labels in millimetres; without columns and rows each is a page of its own. */
export interface LabelMeasures {
  readonly width: number
  readonly height: number
  readonly columns?: number
  readonly rows?: number
  readonly top: number
  readonly left: number
}

export interface PaperLook {
  readonly size: 'small' | 'normal' | 'large' | 'huge'
  readonly bold?: true
  readonly align: 'left' | 'center' | 'right'
  readonly lines?: number
}

/** A column of a table on paper: a field of the row or of what it refers to, a text worked out, or room to write in. */
export type PaperColumn = ({ readonly field: string } | { readonly text: Expression } | { readonly blank: string }) & {
  readonly title?: string
  readonly share: number
}

/** The rows of a table: those of a child list, or those of a report's query. */
export type PaperRows =
  | { readonly list: string; readonly where?: Expression }
  | { readonly query: string; readonly rows: string; readonly values: Readonly<Record<string, Expression>> }

export interface PaperTable {
  readonly of: PaperRows
  readonly columns: readonly PaperColumn[]
  readonly sums: readonly string[]
  /** Message code. */
  readonly empty?: string
}

export type PaperPart = { readonly id: string; readonly when?: Expression; readonly title?: string } & (
  | { readonly text: Expression; readonly look: PaperLook }
  | { readonly fields: readonly string[] }
  | { readonly table: PaperTable }
  | { readonly totals: readonly string[] }
  | { readonly barcode: Expression }
  | { readonly qr: Expression }
  | { readonly rule: true }
  | { readonly sign: readonly string[] }
)

/** A paper of a record: `schemas/documents/<name>.json`. */
export interface PaperDocument {
  readonly name: string
  readonly title: string
  readonly help?: string
  readonly register: string
  /** The gate beside seeing the record. */
  readonly gate?: Expression
  /** Records that have it. */
  readonly when?: Expression
  readonly papers: readonly SheetKind[]
  readonly label?: LabelMeasures
  readonly head: boolean
  readonly period: boolean
  readonly parts: readonly PaperPart[]
}

/** Words of a part of which each has exactly one. */
export const paperPartWords = ['text', 'fields', 'table', 'report', 'totals', 'barcode', 'qr', 'rule', 'sign'] as const
