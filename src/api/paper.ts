import type { PaperBlock } from '../model/paper/paperBlock.ts'
import type { LabelMeasures, SheetKind } from '../model/views/paperDocument.ts'

/** GET {register}/documents/{document}: papers as they are read and printed, all of it text as people read it. */
export interface PapersReply {
  readonly title: string
  /** The paper that they are laid out for, and those that there are. */
  readonly paper: SheetKind
  readonly papers: readonly SheetKind[]
  readonly label?: LabelMeasures
  /** The period that was chosen, where the document has one. */
  readonly period?: { readonly from: string; readonly to: string }
  /** One a record and copy. */
  readonly sheets: readonly (readonly PaperBlock[])[]
}
