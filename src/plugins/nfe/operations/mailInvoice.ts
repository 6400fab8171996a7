import { textAt } from '../../../domain/fiscal/core/public.ts'
import { issuedInvoices } from '../../../domain/fiscal/public.ts'
import {
  ApiError,
  letterRefusals,
  mailLetter,
  operation,
  type Queries,
  requireStore,
  secretsOfInstallation,
} from '../../../server/plugin.ts'
import { paperOfNote } from '../danfe/notePapers.ts'

interface Input {
  readonly nfeId: number
}

interface Recipient {
  readonly email: string | null
  readonly loja: string
}

/** Sends XML and DANFE of an authorised note to its recipient: by the outbox, which tries again where the mail server is away. */
export const mailInvoice = operation<Input>({
  method: 'POST',
  path: 'NFe_emissaos/sendEmail',
  title: 'Enviar XML e DANFE de uma NF-e por e-mail',
  gate: 'estoque_ver',
  input: {
    type: 'object',
    properties: { lojaId: { type: 'integer' }, nfeId: { type: 'integer' } },
    required: ['nfeId'],
  },
  output: { type: 'object', properties: { email: { type: 'string' } }, required: ['email'] },
  messages: ['nfce.xml-missing', 'nfe.mail-missing', ...letterRefusals],
  async run({ model, caller, input: { nfeId }, database, offers, writing }) {
    const lojaId = requireStore(caller)
    const reader = issuedInvoices.of({ offers })
    const stored = await database.read({ stores: [lojaId] }, async q => ({
      xml: await reader?.xml(q, lojaId, nfeId),
      documents: await reader?.read(q, lojaId, nfeId),
      recipient: await recipientOf(q, lojaId, nfeId),
    }))
    const { xml, documents, recipient } = stored
    const paper = documents?.note && (await paperOfNote(documents.note, documents.cancellation))
    if (!xml || !paper || !documents?.note) throw new ApiError(404, 'nfce.xml-missing')
    const email = recipient?.email
    if (!email) throw new ApiError(400, 'nfe.mail-missing')
    const said = (path: string): string => textAt(documents.note, `NFe/infNFe/ide/${path}`) ?? ''
    const key = xml.name.replace(/\.xml$/, '')
    const letter = {
      code: 'invoice-files',
      params: { store: recipient.loja, number: said('nNF'), series: said('serie'), key },
      attachments: [
        { name: xml.name, type: 'application/xml', content: Buffer.from(xml.text).toString('base64') },
        { name: paper.name, type: 'application/pdf', content: Buffer.from(paper.bytes).toString('base64') },
      ],
    }
    const { service } = writing
    await service.database.write({ stores: [lojaId] }, q =>
      mailLetter({ q, model, secrets: secretsOfInstallation(service.dataDir), lojaId }, email, letter),
    )
    return { email }
  },
})

async function recipientOf(q: Queries, lojaId: number, nfeId: number): Promise<Recipient | undefined> {
  const { rows } = await q.query<Recipient & Record<string, unknown>>(
    `SELECT coalesce(nullif(p.email1, ''), nullif(p.email2, '')) AS email, coalesce(nullif(l.nome_fantasia, ''), l.razao_social, '') AS loja
     FROM "NFe_emissaos" n JOIN lojas l ON l."lojaId" = n."lojaId" AND l.id = n."lojaId"
     LEFT JOIN parceiros p ON p."lojaId" = n."lojaId" AND p.id = n."destinatarioId" WHERE n."lojaId" = $1 AND n.id = $2`,
    [lojaId, nfeId],
  )
  return rows[0]
}
