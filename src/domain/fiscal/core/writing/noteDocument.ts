import type { CalculatedNote } from '../calculation/calculateNote.ts'
import type { NoteHeader, NoteItem } from '../calculation/noteRecord.ts'
import type { TaxLaw } from '../calculation/taxLaw.ts'

/** An address of a party, in the words of the registers. */
export interface NoteAddress {
  readonly logradouro: string
  readonly numero: string
  readonly complemento?: string | undefined
  readonly bairro: string
  /** IBGE's code. */
  readonly codigo_municipio: string
  readonly cidade: string
  readonly uf: string
  readonly cep?: string | undefined
  readonly telefone?: string | undefined
  /** Of an address abroad: the code of the table of countries, four digits, and its name. */
  readonly pais?: { readonly codigo: string; readonly nome: string } | undefined
}

/** The issuer of a note. */
export interface NoteIssuer {
  /** CNPJ, with letters or without, or CPF. */
  readonly cnpj: string
  readonly razao_social: string
  readonly nome_fantasia?: string | undefined
  readonly inscricao_estadual?: string | undefined
  readonly endereco: NoteAddress
}

/** The buyer; of a consumer's note often no more than the number. */
export interface NoteRecipient {
  readonly cnpj?: string | undefined
  /** Of a person or company of another country. */
  readonly idEstrangeiro?: string | undefined
  readonly nome?: string | undefined
  readonly endereco?: NoteAddress | undefined
  readonly inscricao_estadual?: string | undefined
  readonly email?: string | undefined
}

/** A sold product, without its taxes. */
export interface NoteProduct {
  readonly codigo: string
  /** Bar code; without one the note says so. */
  readonly gtin?: string | undefined
  readonly descricao: string
  readonly ncm: string
  readonly cest?: string | undefined
  readonly ind_escala?: string | undefined
  readonly cnpj_fab?: string | undefined
  readonly codigo_beneficio?: string | undefined
  readonly cfop: string
  readonly unidade: string
  /** The buyer's order, and the item of it. */
  readonly pedido?: { readonly numero: string; readonly item?: number | undefined } | undefined
  /** The note, and the item of it, that comes back. */
  readonly devolve?: { readonly chave: string; readonly item?: number | undefined } | undefined
  /** `vTotTrib` (Lei 12.741/2012), where the table knows the code. */
  readonly total_tributos?: number | undefined
  readonly informacao?: string | undefined
}

/** How it is paid. */
export interface NotePayment {
  /** `tPag`. */
  readonly meio: string
  readonly valor: number
  /** Needed where the code says "others". */
  readonly descricao?: string | undefined
  /** Number that the acquirer gave to a card's payment. */
  readonly autorizacao?: string | undefined
}

/** The carrier of the goods. */
export interface NoteCarrier {
  readonly cnpj?: string | undefined
  readonly nome: string
  readonly inscricao_estadual?: string | undefined
  /** In one line. */
  readonly endereco?: string | undefined
  readonly cidade?: string | undefined
  readonly uf?: string | undefined
}

/** Volumes of one sort. */
export interface NoteVolume {
  readonly quantidade: number | null
  readonly especie: string | null
  readonly marca: string | null
  readonly numeracao: string | null
  /** In kg. */
  readonly peso_liquido: number | null
  readonly peso_bruto: number | null
}

/** Carrier, vehicle and volumes. */
export interface NoteTransport {
  readonly transportadora?: NoteCarrier | undefined
  readonly veiculo?: { readonly placa: string; readonly uf?: string | undefined; readonly rntc?: string | undefined } | undefined
  readonly volumes?: readonly NoteVolume[] | undefined
}

/** Since when and why a note is issued without the authority. */
export interface Contingency {
  readonly desde: string
  readonly motivo: string
}

/** All that a note's text is written from: what it says of itself, its parties, its items as they were worked out. */
export interface NoteDocument {
  readonly modelo: '55' | '65'
  /** `tpAmb`: 1 production, 2 homologation. */
  readonly ambiente: 1 | 2
  /** `cNF`: 8 digits that make the key hard to guess. */
  readonly cnf: string
  readonly serie: number
  readonly numero: number
  /** With its offset: 2026-11-23T10:00:00-03:00. */
  readonly emitida_em: string
  readonly natureza_operacao: string
  /** `tpNF`: 0 in, 1 out. */
  readonly tipo_doc: 0 | 1
  /** `idDest`: 1 within the state, 2 another state, 3 another country. */
  readonly identificador_operacao: 1 | 2 | 3
  readonly finalidade: number
  /** `indPres`. */
  readonly presenca: number
  /** `tpEmis`: 1 normal, 6 and 7 at a virtual authority of contingency, 9 offline. */
  readonly tipo_emissao: number
  readonly contingencia?: Contingency | undefined
  readonly modo_frete: number
  readonly transporte?: NoteTransport | undefined
  /** The marketplace that brought buyer and issuer together. */
  readonly intermediador?: { readonly cnpj: string; readonly nome: string } | undefined
  /** Where goods leave the country: from the store's place unless said. */
  readonly exportacao?:
    | { readonly uf?: string | undefined; readonly local?: string | undefined; readonly despacho?: string | undefined }
    | undefined
  /** Keys of notes that this one refers to. */
  readonly referencias?: readonly string[] | undefined
  readonly emitente: NoteIssuer
  readonly destinatario?: NoteRecipient | undefined
  readonly produtos: readonly NoteProduct[]
  /** The calculation and its inputs: one item for each product. */
  readonly header: NoteHeader
  readonly itens: readonly NoteItem[]
  readonly calculo: CalculatedNote
  readonly law: TaxLaw
  readonly pagamentos: readonly NotePayment[]
  readonly troco?: number | undefined
  readonly informacao_adicional?: string | undefined
  /** The software that wrote it: name and version. */
  readonly programa: string
}
