import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '../../../src/base/paper/fixtures/readPdf.ts'
import { openPaperLink, paperAddress } from '../../../src/plugins/nfe/paper/paperLink.ts'
import { type MailCatcher, openMailCatcher } from '../../mailCatcher.ts'
import { type InvoiceShop, messageOf, openInvoiceShop } from './invoiceShop.ts'

/** Papers of NF-e open by addresses that need no header, last ten minutes and open one file; XML and DANFE go by e-mail. */

let shop: InvoiceShop
let mails: MailCatcher
let note: Record<string, unknown> & { readonly id: number }
beforeAll(async () => {
  mails = await openMailCatcher()
  shop = await openInvoiceShop({ mail: { url: mails.url, from: undefined } })
  note = await shop.issued()
}, 60_000)
afterAll(async () => {
  await shop?.close()
  await mails?.close()
})

const address = async (call: string, nfeId: unknown = note.id) =>
  shop.get(`NFe_emissaos/${call}?lojaId=${shop.store}&nfeId=${nfeId}`)
/** Files of a mail by their types; each names the note by its key. */
const attachmentsOf = (raw: string): Map<string, Buffer> =>
  new Map(
    [...raw.replaceAll('\r\n', '\n').matchAll(/Content-Type: (application\/\w+)[\s\S]*?\n\n([A-Za-z0-9+/=\n]+)/g)].map(
      ([whole, type = '', content = '']) => {
        expect(whole.replace(/\s|filename\*\d\*?=|name\*\d\*?=|[";]/g, '')).toContain(String(note.chave))
        return [type, Buffer.from(content, 'base64')]
      },
    ),
  )
/** Opens an address as a browser's tab does: without a session. */
const open = (url: string) => shop.server.app.inject({ method: 'GET', url })
const textOf = async (url: string): Promise<string> => {
  const reply = await open(url)
  expect(reply.headers['content-type']).toBe('application/pdf')
  return readPdf(reply.rawPayload)
    .flatMap(page => page.lines)
    .join('\n')
}

test('the DANFE of an issued note opens without a session, and tells key and protocol', async () => {
  const { url } = (await address('urlDanfe')).json()
  const text = await textOf(url)
  expect(text.replace(/\s/g, '')).toContain(String(note.chave))
  expect(text).toContain(String(note.protocolo_uso))
  expect(text).toContain('SEM VALOR FISCAL')
  expect((await address('urlDanfeCancelada')).statusCode).toBe(404)
  expect((await address('urlDanfeCce')).statusCode).toBe(404)
})

test('a draft’s mirror opens with what is there, and says that it is none', async () => {
  const { id } = await shop.draft({ pagamentos: [{ tipo: 1, valor: 1 }] })
  const reply = await shop.post('Sefaz/nfeDanfeSemValidade', { nfeId: id })
  const text = await textOf(reply.json().url)
  expect(text).toContain('ESPELHO')
  expect(text).toContain('Pão de forma')
  expect((await shop.invoice(id)).situacao).toBe('DIGITACAO')
  expect(messageOf(await shop.post('Sefaz/nfeDanfeSemValidade', { nfeId: note.id }))).toBe('Esta nota já foi emitida.')
  // Drafts of former versions may have none.
  const empty = await shop.draft()
  await shop.withoutRows(empty.id)
  expect(messageOf(await shop.post('Sefaz/nfeDanfeSemValidade', { nfeId: empty.id }))).toBe('Adicione ao menos um produto')
})

test('correction and cancellation have their papers', async () => {
  const one = await shop.issued()
  await shop.post('Sefaz/corrigeNFe', { nfeId: one.id, correcao: 'A espécie correta é fardo' })
  expect(await textOf((await address('urlDanfeCce', one.id)).json().url)).toContain('A espécie correta é fardo')
  await shop.post('Sefaz/cancelaNFe', { nfeId: one.id, motivo: 'Pedido desfeito pelo cliente' })
  expect(await textOf((await address('urlDanfeCancelada', one.id)).json().url)).toContain('CANCELADA')
})

test('an address that nobody gave, that is changed or over opens nothing, and none is of another store', async () => {
  const context = { dataDir: shop.server.context.service.dataDir }
  const of = { lojaId: shop.store, nfeId: note.id, kind: 'danfe', zone: 'America/Sao_Paulo' } as const
  const late = paperAddress(context, of, Date.now() - 11 * 60_000)
  const token = decodeURIComponent(paperAddress(context, of).split('token=')[1] ?? '')
  expect(openPaperLink(context, token)).toMatchObject(of)
  for (const url of [late, `/api/NFe_emissaos/pdf?token=${token.slice(0, -2)}`, '/api/NFe_emissaos/pdf?token=x']) {
    const reply = await open(url)
    expect([reply.statusCode, messageOf(reply)]).toEqual([
      404,
      'Este endereço venceu. Abra o documento de novo a partir da nota.',
    ])
  }
  const theirs = await shop.server.addStore('Alheia')
  const stranger = await shop.person('alheia', { type: 1 }, theirs)
  for (const call of ['urlDanfe', 'urlDanfeCancelada', 'urlDanfeCce', 'downloadXML']) {
    const reply = await shop.get(`NFe_emissaos/${call}?lojaId=${theirs}&nfeId=${note.id}`, stranger)
    expect([call, reply.statusCode]).toEqual([call, 404])
  }
})

test('XML and DANFE reach the recipient as they are', async () => {
  const reply = await shop.post('NFe_emissaos/sendEmail', { nfeId: note.id })
  expect(reply.json()).toEqual({ email: 'compras@mercado.example' })
  const mail = await mails.next('compras@mercado.example')
  expect(mail.text).toContain(String(note.chave))
  const files = attachmentsOf(mail.raw)
  const xml = await shop.get(`NFe_emissaos/downloadXML?lojaId=${shop.store}&nfeId=${note.id}`)
  expect(files.get('application/xml')?.toString()).toBe(xml.body)
  const paper = readPdf(files.get('application/pdf') ?? Buffer.from(''))
  expect(paper.flatMap(page => page.lines).join('')).toContain(String(note.protocolo_uso))
})

test('a correction letter goes along, XML and paper, to whom is named', async () => {
  const corrected = await shop.issued()
  const said = await shop.get(`NFe_emissaos/destinatarios?lojaId=${shop.store}&nfeId=${corrected.id}`)
  expect(said.json()).toEqual({ emails: 'compras@mercado.example' })
  await shop.post('Sefaz/corrigeNFe', { nfeId: corrected.id, correcao: 'Onde se lê pão, leia-se bolo' })
  const emails = 'Contador@Escritorio.example; fiscal@mercado.example'
  const reply = await shop.post('NFe_emissaos/sendEmail', { nfeId: corrected.id, emails })
  expect(reply.json()).toEqual({ email: 'contador@escritorio.example, fiscal@mercado.example' })
  for (const to of ['contador@escritorio.example', 'fiscal@mercado.example']) {
    const { raw } = await mails.next(to)
    const names = [...raw.matchAll(/filename="?([^"\r\n;]+)/g)].map(([, name]) => name)
    expect(names).toEqual([
      `${corrected.chave}.xml`,
      expect.stringMatching(/\.pdf$/),
      `${corrected.chave}-cce.xml`,
      expect.stringMatching(/\.pdf$/),
    ])
  }
  for (const [wrong, told] of [
    ['ana@', 'ana@ não é um endereço de e-mail.'],
    ['a@b.co b@b.co c@b.co d@b.co e@b.co f@b.co', 'No máximo 5 endereços por envio.'],
  ])
    expect(messageOf(await shop.post('NFe_emissaos/sendEmail', { nfeId: corrected.id, emails: wrong }))).toBe(told)
})

test('who has no address gets no mail, and that is said', async () => {
  await shop.run('UPDATE parceiros SET email1 = NULL WHERE "lojaId" = $1 AND id = $2', [shop.store, shop.customer])
  expect(messageOf(await shop.post('NFe_emissaos/sendEmail', { nfeId: note.id }))).toBe(
    'Preencha o e-mail do destinatário no cadastro dele.',
  )
  const { id } = await shop.draft()
  expect((await shop.post('NFe_emissaos/sendEmail', { nfeId: id })).statusCode).toBe(404)
})
