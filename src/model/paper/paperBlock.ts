import type { CodeBars } from '../../base/paper/barCode.ts'
import type { PaperLook } from '../views/paperDocument.ts'

export interface PaperFact {
  readonly title: string
  readonly value: string
}

export interface PaperBlockColumn {
  readonly title: string
  readonly align: 'start' | 'end' | 'center'
  readonly share: number
}

/** A QR code, row by row: `1` is dark. */
export interface Squares {
  readonly size: number
  readonly dark: string
}

export type PaperBlock =
  | { readonly kind: 'head'; readonly title: string; readonly lines: readonly string[] }
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'words'; readonly text: string; readonly look: PaperLook }
  | { readonly kind: 'facts'; readonly facts: readonly PaperFact[] }
  | {
      readonly kind: 'table'
      readonly columns: readonly PaperBlockColumn[]
      readonly rows: readonly (readonly string[])[]
      /** Sums below it, a text a column. */
      readonly sums?: readonly string[]
    }
  | { readonly kind: 'totals'; readonly totals: readonly PaperFact[] }
  /** The drawing is put in where papers are; without it the text alone is. */
  | { readonly kind: 'bars'; readonly text: string; readonly drawn?: CodeBars }
  | { readonly kind: 'qr'; readonly text: string; readonly drawn?: Squares }
  | { readonly kind: 'rule' }
  | { readonly kind: 'sign'; readonly names: readonly string[] }
