import type { ItemAmounts } from '../calculation/noteRecord.ts'

/** A line of a note or sale of which another note is made. */
export interface SourceLine {
  /** Its number in the note (`nItem`), from 1. */
  readonly item: number
  /** Of the item, as records of invoices name it: product, codes, taxes. */
  readonly dados: Readonly<Record<string, unknown>>
  /** Under which it left, as its note or its product says. */
  readonly cfop: string
  readonly quantidade: number
  readonly valor_unitario: number
  readonly valor_desconto: number
  /** Additions: service, freight, insurance. */
  readonly valor_outro: number
  /** The quantity that came back by other notes, or is about to. */
  readonly devolvida: number
  /** The whole line's amounts, where they do not follow from its price: what was paid holds the taxes, to the cent. */
  readonly valores?: ItemAmounts | undefined
}

export interface SourcePayment {
  readonly tipo: number
  readonly valor: number
  readonly descricao: string | null
}

/** A sale with its note, or an outgoing invoice: what another note may be made of. */
export interface NoteSource {
  readonly movimentoId: number | null
  /** The authorised note; none where the sale has none. */
  readonly nota:
    | { readonly chave: string; readonly modelo: '55' | '65'; readonly serie: number; readonly numero: number }
    | undefined
  readonly destinatarioId: number | null
  /** `indPres` of an invoice. */
  readonly presenca: number
  readonly consumidor: number
  readonly linhas: readonly SourceLine[]
  readonly pagamentos: readonly SourcePayment[]
}
