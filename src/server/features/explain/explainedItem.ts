import type { MissingRight } from './whyClosed.ts'

/** One thing that is not seen, or not open, and why. */
export interface ExplainedItem {
  readonly tipo: 'tela' | 'menu' | 'ato' | 'acao' | 'parte' | 'coluna' | 'campo' | 'lista' | 'registro'
  readonly nome: string
  readonly titulo: string
  /** The gate or condition as the definition has it. */
  readonly regra: string | null
  readonly motivo: string
  readonly falta: readonly MissingRight[]
}
