import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { Queries } from '../../../server/domain.ts'
import { type DocumentMonth, type MonthTotal, monthDocuments, monthTotals } from './monthDocuments.ts'

/** Moment of all files in the archive: the same month gives the same bytes. */
const filed = (mes: string): Date => new Date(Number(mes.slice(0, 4)), Number(mes.slice(5)) - 1, 1)

/** The archive of a month: an XML a document, and what they add up to; undefined where there is none. */
export async function zipMonth(q: Queries, month: DocumentMonth): Promise<Uint8Array | undefined> {
  const totals = await monthTotals(q, month)
  if (totals.length === 0) return undefined
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    chunks.push(bytes)
  })
  const add = (path: string, text: string): void => {
    const file = new ZipDeflate(path, { level: 6 })
    file.mtime = filed(month.mes)
    zip.add(file)
    file.push(strToU8(text), true)
  }
  add('totais.csv', totalsText(totals))
  for await (const page of monthDocuments(q, month)) for (const { path, text } of page) add(path, text)
  zip.end()
  return Buffer.concat(chunks)
}

const names: Readonly<Record<string, string>> = {
  RECEBIDA: 'NF-e recebidas',
  CANCELAMENTO: 'Cancelamentos',
  INUTILIZACAO: 'Inutilizações',
  MANIFESTACAO: 'Manifestações',
  CORRECAO: 'Cartas de correção',
}

const nameOf = ({ tipo, modelo, cancelada }: MonthTotal): string => {
  if (tipo !== 'NOTA') return names[tipo] ?? tipo
  return `${modelo === '55' ? 'NF-e emitidas' : 'NFC-e'} ${cancelada ? 'canceladas' : 'autorizadas'}`
}

/** As spreadsheets of Brazil read it: semicolons, decimal commas, with the mark that tells its encoding. */
const totalsText = (totals: readonly MonthTotal[]): string =>
  `\ufeff${[
    'Documentos;Ambiente;Quantidade;Valor',
    ...totals.map(
      total =>
        `${nameOf(total)};${total.ambiente === 2 ? 'Homologação' : 'Produção'};${total.quantidade};${total.valor.replace('.', ',')}`,
    ),
  ].join('\r\n')}\r\n`
