import { Zip, type ZipInputFile } from 'fflate'
import { inWorker, type Queries, threadTask } from '../../../server/domain.ts'
import { type ArchivedDocument, type DocumentMonth, type MonthTotal, monthDocuments, monthTotals } from './monthDocuments.ts'
import type { packTexts } from './packWork.ts'

/** Moment of all files in the archive: the same month gives the same bytes. */
const filed = (mes: string): Date => new Date(Number(mes.slice(0, 4)), Number(mes.slice(5)) - 1, 1)

/** Characters of a handful of documents, packed in a few milliseconds. */
const small = 100_000

const packTask = threadTask<typeof packTexts>({
  module: new URL('./packWork.ts', import.meta.url),
  name: 'packTexts',
  isSmall: texts => texts.reduce((sum, { length }) => sum + length, 0) <= small,
})

/** Deflate, as the format of ZIP numbers it. */
const DEFLATED = 8

/** The archive of a month, whose documents are packed in a worker thread, a page at a time: an XML a document, and what they add up to; undefined where there is none. */
export async function zipMonth(q: Queries, month: DocumentMonth): Promise<Uint8Array | undefined> {
  const totals = await monthTotals(q, month)
  if (totals.length === 0) return undefined
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    chunks.push(bytes)
  })
  const add = async (documents: readonly ArchivedDocument[]): Promise<void> => {
    const texts = documents.map(({ text }) => text)
    const packed = await inWorker(packTask, texts, { lojaId: month.lojaId, goesOn: true })
    for (const [at, { deflated, crc, size }] of packed.entries()) {
      const filename = documents[at]?.path ?? ''
      const file: ZipInputFile = { filename, crc, size, compression: DEFLATED, mtime: filed(month.mes) }
      zip.add(file)
      file.ondata?.(null, deflated, true)
    }
  }
  await add([{ path: 'totais.csv', text: totalsText(totals) }])
  for await (const page of monthDocuments(q, month)) await add(page)
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
