import { ApiError, changeFields, mailLetter, type Queries, secretsOfInstallation, tableOf } from '../../../server/domain.ts'
import { readMonth } from './monthDocuments.ts'
import { archiveName, type MonthFile } from './monthFile.ts'
import { totalsSheet } from './monthSheets.ts'
import { zipMonth } from './zipMonth.ts'

interface Mailing {
  readonly q: Queries
  readonly model: Parameters<typeof mailLetter>[0]['model']
  readonly dataDir: string
  readonly lojaId: number
  readonly zone: string
}

/** Larger mails are refused by most mail servers. */
const largest = 15_000_000

/**
 * Puts the month's archive into the outbox, to the store's address of its accountant, else to that of the first accountant that has
 * one. @throws ApiError where there is no address, nothing to send, more than a mail carries, or a limit of letters is reached
 */
export async function mailArchive(
  { q, model, dataDir, lojaId, zone }: Mailing,
  { id, mes }: Pick<MonthFile, 'id' | 'mes'>,
): Promise<string> {
  const { rows } = await q.query<{ to: string | null; loja: string }>(
    `SELECT coalesce(nullif(l.email_contador, ''),
       (SELECT c.email FROM "Contador" c WHERE c."lojaId" = $1 AND c.email <> '' ORDER BY c.id LIMIT 1)) AS to, l.nome_fantasia AS loja
     FROM lojas l WHERE l."lojaId" = $1 AND l.id = $1`,
    [lojaId],
  )
  const to = rows[0]?.to
  if (!to) throw new ApiError(422, 'accountant.no-address')
  const zipped = await zipMonth(q, { lojaId, mes, zone })
  if (!zipped) throw new ApiError(422, 'accountant.no-documents')
  const { bytes, missing } = zipped
  if (bytes.length > largest) throw new ApiError(422, 'accountant.too-large')
  const month = `${mes.slice(5)}/${mes.slice(0, 4)}`
  await mailLetter({ q, model, secrets: secretsOfInstallation(dataDir), lojaId }, to, {
    code: missing > 0 ? 'accountant-files-missing' : 'accountant-files',
    params: { store: rows[0]?.loja ?? '', month, missing },
    attachments: [
      { name: archiveName(mes), type: 'application/zip', content: Buffer.from(bytes).toString('base64') },
      // The totals are read without unpacking anything.
      {
        name: `totais-${mes}.csv`,
        type: 'text/csv',
        content: Buffer.from(totalsSheet(await readMonth(q, { lojaId, mes, zone }))).toString('base64'),
      },
    ],
  })
  const sent = { email_enviado: true, enviadoEm: new Date().toISOString(), erro: null }
  await changeFields(tableOf(model, 'Contador_arquivo'), [id], sent, { q, lojaId })
  return to
}
