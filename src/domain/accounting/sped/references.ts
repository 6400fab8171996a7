import type { SpedLines } from './spedFile.ts'

/** A participant of a document (0150). */
export interface Participant {
  readonly codigo: string
  readonly nome: string
  readonly pais: string
  readonly inscricao: string
  readonly municipio: string
  readonly logradouro: string
  readonly numero: string
  readonly complemento: string
  readonly bairro: string
}

/** An item that is bought or counted (0200). */
export interface SpedItem {
  readonly codigo: string
  readonly descricao: string
  readonly barras: string
  readonly unidade: string
  readonly ncm: string
  readonly cest: string
  /** Table of kinds: 00 for resale, 01 raw material. */
  readonly tipo: string
}

/** The records that documents name and block 0 has to list, once each: only named ones may stand there. */
export class References {
  private readonly participants = new Map<string, Participant>()
  private readonly items = new Map<string, SpedItem>()
  private readonly units = new Set<string>()

  participant(participant: Participant): string {
    this.participants.set(participant.codigo, participant)
    return participant.codigo
  }

  /** Names an item. A code that another unit has already is told apart by its unit: the file knows no factor between them. */
  item(item: SpedItem): string {
    const known = this.items.get(item.codigo)
    if (known && known.unidade !== item.unidade) return this.item({ ...item, codigo: `${item.codigo}-${item.unidade}` })
    this.items.set(item.codigo, item)
    this.units.add(item.unidade)
    return item.codigo
  }

  write(lines: SpedLines): void {
    for (const [, { codigo, nome, pais, inscricao, municipio, logradouro, numero, complemento, bairro }] of this.participants)
      lines.add('0150', {
        COD_PART: codigo,
        NOME: nome,
        COD_PAIS: pais || '1058',
        CNPJ: codigo.length === 14 ? codigo : undefined,
        CPF: codigo.length === 11 ? codigo : undefined,
        IE: inscricao === 'ISENTO' ? undefined : inscricao,
        COD_MUN: municipio,
        END: logradouro,
        NUM: numero,
        COMPL: complemento,
        BAIRRO: bairro,
      })
    for (const unit of this.units) lines.add('0190', { UNID: unit, DESCR: `Unidade ${unit}` })
    for (const [, item] of this.items)
      lines.add('0200', {
        COD_ITEM: item.codigo,
        DESCR_ITEM: item.descricao,
        COD_BARRA: item.barras,
        UNID_INV: item.unidade,
        TIPO_ITEM: item.tipo,
        COD_NCM: /^\d{8}$/.test(item.ncm) ? item.ncm : undefined,
        COD_GEN: /^\d{8}$/.test(item.ncm) ? item.ncm.slice(0, 2) : undefined,
        CEST: /^\d{7}$/.test(item.cest) ? item.cest : undefined,
      })
  }
}
