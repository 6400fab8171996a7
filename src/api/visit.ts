import type { ValueOptions } from '../kinds/kind.ts'

/** The top of a store's public page. */
export interface VisitHead {
  readonly nome: string
  readonly logo: string | null
}

/** The top of a page that visitors fill, and what it offers them. */
export interface VisitPage extends VisitHead {
  /** Time zone of the store, by whose clock moments are written. */
  readonly zona: string
  /** Titles that the store gave to fields which visitors fill, by the names of those fields. */
  readonly nomes: Readonly<Record<string, string>>
  /** The field of a moment for which free times can be asked, and the fields that are said before. */
  readonly livres: { readonly campo: string; readonly com: readonly string[] } | null
}

/** A field that a visitor fills by a link: what its control needs. */
export interface AskedField extends Omit<ValueOptions, 'reference' | 'zone' | 'accepts' | 'maxBytes'> {
  readonly name: string
  readonly title: string
  readonly help?: string
}

type Facts = readonly { readonly titulo: string; readonly texto: string }[]

/** Rows of a visitor's record. */
export interface VisitRows {
  readonly titulo: string
  readonly itens: readonly {
    readonly id: string
    readonly titulo: string
    readonly fatos: Facts
    /** The cells that can be filled, as they stand. */
    readonly valores: Readonly<Record<string, unknown>>
  }[]
}

/** A visitor's own record, as the page of their link shows it. */
export interface VisitReply {
  readonly loja: VisitHead
  readonly fatos: Facts
  readonly linhas: VisitRows | null
  /** Ways that are open from here; `principal`: what the letter asks for, `confirma`: what is asked about first. */
  readonly passos: readonly {
    readonly id: string
    readonly titulo: string
    readonly principal: boolean
    readonly confirma: boolean
  }[]
  /** The fields that the visitor fills, and the way that this takes; null where nothing is asked, or no more. */
  readonly resposta: {
    readonly passo: string
    readonly campos: readonly AskedField[]
    /** The name of the rows among what is sent. */
    readonly lista: string
    /** Of each row. */
    readonly colunas: readonly AskedField[]
    readonly valores: Readonly<Record<string, unknown>>
  } | null
}

/** Times at which there is room, as the store's clock has them. */
export interface FreeTimesReply {
  readonly horarios: readonly { readonly hora: string; readonly momento: string }[]
}
