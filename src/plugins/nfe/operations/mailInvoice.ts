import { readStoredXml, textAt } from '../../../domain/fiscal/core/public.ts'
import { issuedInvoices } from '../../../domain/fiscal/public.ts'
import {
  ApiError,
  type ColumnOf,
  inputOfStore,
  type Letter,
  letterRefusals,
  mailLetter,
  objectOf,
  operation,
  type Queries,
  requireStore,
  secretsOfInstallation,
  validationError,
} from '../../../server/plugin.ts'
import { drawingRefusals, drawnPaper } from '../printing/drawnPaper.ts'

/** Most recipients of one letter. */
const mostRecipients = 5

interface Recipient {
  /** Those of the record: one each, the first is written to where nobody says to whom. */
  readonly emails: readonly string[]
  readonly loja: string
}

/** A letter with the files of a note, and to whom it goes. */
interface InvoiceLetter extends Letter {
  readonly emails: readonly string[]
}

/**
 * Sends XML and DANFE of an authorised note, and its correction letter where it has one, to its recipient or to whom is named: by the outbox, which
 * tries again where the mail server is away.
 */
export const mailInvoice = operation({
  method: 'POST',
  path: 'NFe_emissaos/sendEmail',
  title: 'Enviar XML e DANFE de uma NF-e por e-mail',
  gate: 'estoque_ver',
  input: inputOfStore(
    {
      nfeId: { type: 'integer' },
      emails: {
        type: ['string', 'null'],
        maxLength: 1000,
        description: 'Separados por vírgula; sem eles, o e-mail do destinatário',
      },
    },
    ['nfeId'],
  ),
  output: objectOf({ email: { type: 'string', description: 'Para quem foi' } }),
  messages: ['nfce.xml-missing', 'nfe.mail-missing', 'nfe.mail-address', 'nfe.mail-many', ...drawingRefusals, ...letterRefusals],
  async prepare({ caller, input: { nfeId, emails: said }, database, offers, signal }): Promise<InvoiceLetter> {
    const lojaId = requireStore(caller)
    const reader = issuedInvoices.of({ offers })
    const { xml, documents, recipient } = await database.read({ stores: [lojaId] }, async q => ({
      xml: await reader?.xml(q, lojaId, nfeId),
      documents: await reader?.read(q, lojaId, nfeId),
      recipient: await recipientOf(q, lojaId, nfeId),
    }))
    const { note, cancellation, correction } = documents ?? {}
    if (!xml || note === undefined) throw new ApiError(404, 'nfce.xml-missing')
    const paper = await drawnPaper({ of: 'note', note, cancellation }, { lojaId, signal })
    if (!paper) throw new ApiError(404, 'nfce.xml-missing')
    const asked = addressesIn(said ?? '')
    const emails = asked.length > 0 ? asked : (recipient?.emails ?? []).slice(0, 1)
    if (!recipient || emails.length === 0) throw new ApiError(400, 'nfe.mail-missing')
    const letter =
      correction === undefined ? undefined : await drawnPaper({ of: 'correction', note, correction }, { lojaId, signal })
    const document = readStoredXml(note)
    const tells = (path: string): string => textAt(document, `NFe/infNFe/ide/${path}`) ?? ''
    const key = xml.name.replace(/\.xml$/, '')
    return {
      emails,
      code: 'invoice-files',
      params: { store: recipient.loja, number: tells('nNF'), series: tells('serie'), key },
      attachments: [
        { name: xml.name, type: 'application/xml', content: Buffer.from(xml.text).toString('base64') },
        { name: paper.name, type: 'application/pdf', content: Buffer.from(paper.bytes).toString('base64') },
        ...(correction !== undefined && letter
          ? [
              { name: `${key}-cce.xml`, type: 'application/xml', content: Buffer.from(correction).toString('base64') },
              { name: letter.name, type: 'application/pdf', content: Buffer.from(letter.bytes).toString('base64') },
            ]
          : []),
      ],
    }
  },
  async run({ model, caller, writing: { service } }, { emails, ...letter }) {
    const lojaId = requireStore(caller)
    await service.database.write({ stores: [lojaId] }, async q => {
      for (const email of emails)
        await mailLetter({ q, model, secrets: secretsOfInstallation(service.dataDir), lojaId }, email, letter)
    })
    return { email: emails.join(', ') }
  },
})

/** To whom a note can be sent, as its recipient's record says, and what goes along: a dialog shows it before it is sent. */
export const mailRecipients = operation({
  method: 'GET',
  path: 'NFe_emissaos/destinatarios',
  title: 'Para quem uma NF-e seria enviada por e-mail',
  gate: 'estoque_ver',
  input: inputOfStore({ nfeId: { type: 'integer' } }),
  output: objectOf({ emails: { type: 'string' } }),
  messages: ['not-found'],
  async run({ caller, input: { nfeId }, database }) {
    const lojaId = requireStore(caller)
    const recipient = await database.read({ stores: [lojaId] }, q => recipientOf(q, lojaId, nfeId))
    if (!recipient) throw new ApiError(404, 'not-found')
    return { emails: recipient.emails.join(', ') }
  },
})

/** Addresses as people write them one after the other. @throws ApiError for what is none, or too many */
function addressesIn(text: string): string[] {
  const addresses = [
    ...new Set(
      text
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(address => address.toLowerCase()),
    ),
  ]
  const wrong = addresses.find(address => !/^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>".]+$/.test(address) || address.length > 254)
  if (wrong !== undefined)
    throw validationError([{ path: 'emails', code: 'nfe.mail-address', params: { address: wrong.slice(0, 80) } }])
  if (addresses.length > mostRecipients)
    throw validationError([{ path: 'emails', code: 'nfe.mail-many', params: { most: mostRecipients } }])
  return addresses
}

interface RecipientRow {
  readonly first: ColumnOf<'parceiros', 'email1'>
  readonly second: ColumnOf<'parceiros', 'email2'>
  readonly loja: ColumnOf<'lojas', 'nome_fantasia'>
}

async function recipientOf(q: Queries, lojaId: number, nfeId: number): Promise<Recipient | undefined> {
  const { rows } = await q.query<RecipientRow>(
    `SELECT p.email1 AS first, p.email2 AS second, coalesce(nullif(l.nome_fantasia, ''), l.razao_social, '') AS loja
     FROM "NFe_emissaos" n JOIN lojas l ON l."lojaId" = n."lojaId" AND l.id = n."lojaId"
     LEFT JOIN parceiros p ON p."lojaId" = n."lojaId" AND p.id = n."destinatarioId" WHERE n."lojaId" = $1 AND n.id = $2`,
    [lojaId, nfeId],
  )
  const [row] = rows
  return row && { emails: [...new Set([row.first, row.second].flatMap(email => (email ? [email] : [])))], loja: row.loja }
}
