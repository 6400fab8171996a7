import { type OpenOperation, openOperation } from '../operations/operation.ts'
import { OperationReply } from '../operations/operationReply.ts'
import { admitVisit } from './admitVisit.ts'
import { openPage, pageHead } from './openPage.ts'
import { saveVisit } from './saveVisit.ts'
import { readVisit, takeVisitWay } from './visitedRecord.ts'
import { visitKey } from './visitLink.ts'

const unseen = { 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' }
const loja = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'A loja da página' }
const cadastro = { type: 'string', maxLength: 60, description: 'O cadastro que a página enche' }
const chave = { type: 'string', maxLength: 600, description: 'A chave do link' }
const head = {
  type: 'object',
  properties: {
    nome: { type: 'string' },
    logo: { type: ['string', 'null'] },
  },
  required: ['nome', 'logo'],
}
const record = {
  type: 'object',
  properties: {
    loja: head,
    fatos: {
      type: 'array',
      items: {
        type: 'object',
        properties: { titulo: { type: 'string' }, texto: { type: 'string' } },
        required: ['titulo', 'texto'],
      },
    },
    passos: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, titulo: { type: 'string' }, perigo: { type: 'boolean' } },
        required: ['id', 'titulo', 'perigo'],
      },
    },
  },
  required: ['loja', 'fatos', 'passos'],
}

/** The head of a store's public page. */
const showPage = openOperation({
  method: 'GET',
  path: 'visitantes/:cadastro',
  title: 'Página pública de uma loja',
  perMinute: 60,
  input: { type: 'object', properties: { cadastro, loja }, required: ['cadastro', 'loja'] },
  output: head,
  messages: ['visit.closed'],
  async run({ model, input, writing }) {
    return new OperationReply(pageHead(model, await openPage(writing.service, model, input.cadastro, input.loja)), unseen)
  },
})

/** A visitor sends the form of a page. What only programs fill is thanked for and dropped. */
const sendVisit = openOperation({
  method: 'POST',
  path: 'visitantes/:cadastro',
  title: 'Enviar o formulário de uma página pública',
  perMinute: 30,
  input: {
    type: 'object',
    properties: {
      cadastro,
      loja,
      valores: {
        type: 'object',
        description: 'Os campos que a definição deixa a visitantes',
        additionalProperties: true,
        maxProperties: 60,
      },
      consentimento: { type: 'boolean', description: 'Concorda com o texto da página' },
      consentimento_versao: { type: 'string', maxLength: 50, description: 'Versão do texto que foi lida' },
      site: { type: 'string', maxLength: 500, description: 'Fica vazio: só programas o enchem' },
    },
    required: ['cadastro', 'loja', 'valores'],
  },
  output: { type: 'object', properties: { chave: { type: ['string', 'null'] } }, required: ['chave'] },
  messages: [
    'visit.closed',
    'visit.refused',
    'visit.consent-required',
    'visit.consent-changed',
    'validation',
    'rate-limited',
    'ceiling-reached',
    'proof-required',
  ],
  async run({ model, input, address, proof, writing }) {
    const { service } = writing
    const page = await openPage(service, model, input.cadastro, input.loja)
    await admitVisit(service, page, { address, proof })
    const { consentimento, consentimento_versao, valores, site } = input
    const { visitors, store, table } = page
    const key = site
      ? visitKey(service, { lojaId: store.id, register: table.register.name, id: '0' }, visitors.days)
      : await saveVisit(writing, page, { ...valores, consentimento, consentimento_versao })
    // The key of a record that is to be confirmed comes by the letter alone.
    return new OperationReply({ chave: visitors.confirm ? null : key }, unseen)
  },
})

/** A visitor looks at what they sent, by its link. */
const showVisit = openOperation({
  method: 'GET',
  path: 'visitantes/registro',
  title: 'O que um visitante enviou, pelo link',
  perMinute: 60,
  input: { type: 'object', properties: { chave }, required: ['chave'] },
  output: record,
  messages: ['visit.link-ended'],
  async run({ input, writing }) {
    return new OperationReply(await readVisit(writing.service, input.chave), unseen)
  },
})

/** A visitor confirms, or takes another way that is theirs, by the link. */
const moveVisit = openOperation({
  method: 'POST',
  path: 'visitantes/registro',
  title: 'Confirmar ou mudar o que um visitante enviou, pelo link',
  perMinute: 30,
  input: {
    type: 'object',
    properties: { chave, passo: { type: 'string', maxLength: 60, description: 'O passo, como a página o nomeia' } },
    required: ['chave', 'passo'],
  },
  output: record,
  messages: ['visit.link-ended', 'visit.late', 'validation'],
  async run({ input, writing }) {
    return new OperationReply(await takeVisitWay(writing, input.chave, input.passo), unseen)
  },
})

/** Calls of people without a login on the public pages of stores. */
export const visitorOperations: readonly OpenOperation[] = [showPage, sendVisit, showVisit, moveVisit]
