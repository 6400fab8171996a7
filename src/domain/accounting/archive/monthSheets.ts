import type { Decimal } from 'decimal.js'
import { DateTime } from 'luxon'
import { writeCsv } from '../../../base/csv.ts'
import { ExactDecimal } from '../../../base/decimal.ts'
import type { FiscalDocument } from '../../fiscal/public.ts'
import type { MonthSet } from './monthDocuments.ts'

/** As spreadsheets of Brazil read it. */
const sheet = (lines: readonly (readonly (string | number)[])[]): string =>
  `${writeCsv(
    lines.map(line => line.map(String)),
    { spreadsheet: true },
  )}\r\n`

const amount = (value: string): string => value.replace('.', ',')
const environment = (ambiente: 1 | 2): string => (ambiente === 2 ? 'Homologação' : 'Produção')

const kinds: Readonly<Record<FiscalDocument['documento'], string>> = {
  'NF-e': 'NF-e emitidas',
  'NFC-e': 'NFC-e',
  RECEBIDA: 'NF-e recebidas',
}
const states: Readonly<Record<string, string>> = {
  AUTORIZADA: 'autorizadas',
  CANCELADA: 'canceladas',
  DENEGADA: 'denegadas',
  DUVIDOSA: 'que não provam quem as emitiu',
}
const events: Readonly<Record<string, string>> = {
  CANCELAMENTO: 'Cancelamentos',
  INUTILIZACAO: 'Inutilizações',
  MANIFESTACAO: 'Manifestações',
  CORRECAO: 'Cartas de correção',
}

interface Total {
  readonly nome: string
  readonly ambiente: 1 | 2
  quantidade: number
  valor: Decimal
  faltam: number
}

/** Returns the totals of a month, by kind and state; how many of them have no XML. */
export function totalsSheet({ documents, events: happened, missing }: MonthSet): string {
  const totals = new Map<string, Total>()
  const add = (nome: string, ambiente: 1 | 2, valor: string, lacks: boolean): void => {
    const key = `${ambiente} ${nome}`
    const total = totals.get(key) ?? { nome, ambiente, quantidade: 0, valor: new ExactDecimal(0), faltam: 0 }
    total.quantidade += 1
    total.valor = total.valor.plus(valor)
    total.faltam += lacks ? 1 : 0
    totals.set(key, total)
  }
  const lacking = new Set(missing.map(({ documento, id }) => `${documento} ${id}`))
  for (const document of documents) {
    const { documento, id, situacao, ambiente, valor } = document
    add(`${kinds[documento]} ${states[situacao] ?? situacao}`, ambiente, valor, lacking.has(`${documento} ${id}`))
  }
  for (const { tipo, ambiente } of happened) add(events[tipo] ?? tipo, ambiente, '0', false)
  const rows = [...totals.values()].toSorted((a, b) => a.ambiente - b.ambiente || a.nome.localeCompare(b.nome, 'pt-BR'))
  return sheet([
    ['Documentos', 'Ambiente', 'Quantidade', 'Valor', 'Sem XML'],
    ...rows.map(({ nome, ambiente, quantidade, valor, faltam }) => [
      nome,
      environment(ambiente),
      quantidade,
      amount(valor.toFixed(2)),
      faltam,
    ]),
  ])
}

/** Documents of the month whose XML is not here, each by name. */
export const missingSheet = ({ missing }: MonthSet, zone: string): string =>
  sheet([
    ['Documento', 'Ambiente', 'Série', 'Número', 'Emissão', 'Destinatário ou fornecedor', 'Valor', 'Situação', 'Falta', 'Chave'],
    ...missing.map(document => [
      document.documento === 'RECEBIDA' ? 'NF-e recebida' : document.documento,
      environment(document.ambiente),
      document.serie ?? '',
      document.numero ?? '',
      DateTime.fromJSDate(new Date(document.emitida_em), { zone }).toFormat('dd/MM/yyyy HH:mm'),
      document.nome ?? '',
      amount(document.valor),
      document.situacao.toLowerCase(),
      document.falta === 'nota' ? 'XML da nota' : 'XML do cancelamento',
      document.chave ?? '',
    ]),
  ])
