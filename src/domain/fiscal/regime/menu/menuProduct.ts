/** A treatment of a product that a sign may speak for. */
export type Treatment = 'PREPARADO' | 'REVENDA' | 'ALCOOLICO'

export type SignKind = 'ALCOOLICO' | 'RECEITA' | 'INGREDIENTE_UNICO' | 'GTIN' | 'NCM' | 'GRUPO' | 'NOME'

/** A row of the register of signs. */
export interface Sign {
  readonly sinal: SignKind
  /** The beginning of an NCM, or a word. */
  readonly valor: string
  readonly tratamento: Treatment
  /** 3 is sure. */
  readonly forca: 1 | 2 | 3
}

/** The facts of a product that signs look at. */
export interface MenuProduct {
  readonly id: number
  readonly nome: string
  readonly grupoId: number | null
  readonly grupo: string | null
  readonly alcoolico: boolean
  readonly ncm: string | null
  readonly ncmNome: string | null
  readonly codigos: readonly string[]
  readonly vendido: boolean
  /** Of its recipe sheet; 0 without one. */
  readonly ingredientes: number
  /** Products of a combo; null of what is none. */
  readonly partes: readonly number[] | null
  /** As somebody decided. */
  readonly tratamento: string | null
  /** Whether a proposal of it is kept already. */
  readonly proposto: boolean
}

/** A sign that a product shows, and where. */
export interface SeenSign extends Sign {
  readonly achado: string
}

export type Certainty = 'CERTA' | 'PROVAVEL' | 'DUVIDA'

/** The reason of a proposal, as a message with its parameters. */
export interface Why {
  readonly code: string
  readonly params?: Readonly<Record<string, string>>
}

/** The likeliest treatment of a product. */
export interface TreatmentProposal {
  readonly proposta: Treatment | 'COMBO' | 'IMPOSTO' | 'NENHUMA'
  readonly certeza: Certainty
  readonly motivos: readonly Why[]
}
