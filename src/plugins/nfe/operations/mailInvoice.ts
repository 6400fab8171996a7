import { readStoredXml, textAt } from '../../../domain/fiscal/core/public.ts'
import { issuedInvoices } from '../../../domain/fiscal/public.ts'
import {
  ApiError,
  type Letter,
  letterRefusals,
  mailLetter,
  operation,
  type Queries,
  requireStore,
  secretsOfInstallation,
} from '../../../server/plugin.ts'
import { drawingRefusals, drawnPaper } from '../paper/drawnPaper.ts'

interface Input {
  readonly nfeId: number
}

interface Recipient {
  readonly email: string | null
  readonly loja: string
}

/** A letter with the files of a note, and to whom it goes. */
interface InvoiceLetter extends Letter {
  readonly email: string
}

/** Sends XML and DANFE of an authorised note to its recipient: by the outbox, which tries again where the mail server is away. */
export const mailInvoice = operation<Input, InvoiceLetter>({
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
  messages: ['nfce.xml-missing', 'nfe.mail-missing', ...drawingRefusals, ...letterRefusals],
  async prepare({ caller, input: { nfeId }, database, offers, signal }): Promise<InvoiceLetter> {
    const lojaId = requireStore(caller)
    const reader = issuedInvoices.of({ offers })
    const { xml, documents, recipient } = await database.read({ stores: [lojaId] }, async q => ({
      xml: await reader?.xml(q, lojaId, nfeId),
      documents: await reader?.read(q, lojaId, nfeId),
      recipient: await recipientOf(q, lojaId, nfeId),
    }))
    const { note, cancellation } = documents ?? {}
    if (!xml || note === undefined) throw new ApiError(404, 'nfce.xml-missing')
    const paper = await drawnPaper({ of: 'note', note, cancellation }, { lojaId, signal })
    if (!paper) throw new ApiError(404, 'nfce.xml-missing')
    if (!recipient?.email) throw new ApiError(400, 'nfe.mail-missing')
    const document = readStoredXml(note)
    const said = (path: string): string => textAt(document, `NFe/infNFe/ide/${path}`) ?? ''
    const key = xml.name.replace(/\.xml$/, '')
    return {
      email: recipient.email,
      code: 'invoice-files',
      params: { store: recipient.loja, number: said('nNF'), series: said('serie'), key },
      attachments: [
        { name: xml.name, type: 'application/xml', content: Buffer.from(xml.text).toString('base64') },
        { name: paper.name, type: 'application/pdf', content: Buffer.from(paper.bytes).toString('base64') },
      ],
    }
  },
  async run({ model, caller, writing: { service } }, { email, ...letter }) {
    const lojaId = requireStore(caller)
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
