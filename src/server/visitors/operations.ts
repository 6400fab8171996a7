import { inputOfStore, objectOf } from '../operations/objectOf.ts'
import { type OpenOperation, openOperation, type RuntimeOperation, runtimeOperation } from '../operations/operation.ts'
import { OperationReply } from '../operations/operationReply.ts'
import { admitVisit } from './admitVisit.ts'
import { freeTimes } from './freeTimes.ts'
import { openForm, pageHead, titlesOfStore } from './openPage.ts'
import { saveVisit } from './saveVisit.ts'
import { takeVisitWay } from './takeVisitWay.ts'
import { readVisit } from './visitedRecord.ts'
import { linkKey } from './visitLink.ts'
import { visitLinkOf } from './visitLinkOf.ts'

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
const facts = {
  type: 'array',
  items: objectOf({ titulo: { type: 'string' }, texto: { type: 'string' } }),
}
const values = { type: 'object', additionalProperties: true }
const asked = {
  type: 'array',
  items: {
    type: 'object',
    description: 'Um campo: nome, título, tipo e limites',
    properties: {
      name: { type: 'string' },
      title: { type: 'string' },
      kind: { type: 'string' },
      required: { type: 'boolean' },
    },
    additionalProperties: true,
    required: ['name', 'title', 'kind', 'required'],
  },
}
const record = objectOf({
  loja: head,
  fatos: facts,
  linhas: {
    type: ['object', 'null'],
    description: 'Linhas do registro; nulo sem nenhuma lista',
    properties: {
      titulo: { type: 'string' },
      itens: {
        type: 'array',
        items: objectOf({ id: { type: 'string' }, titulo: { type: 'string' }, fatos: facts, valores: values }),
      },
    },
    required: ['titulo', 'itens'],
  },
  passos: {
    type: 'array',
    items: objectOf({
      id: { type: 'string' },
      titulo: { type: 'string' },
      principal: { type: 'boolean', description: 'O que a carta pede' },
      confirma: { type: 'boolean', description: 'A página pergunta antes: o passo põe algo a perder' },
    }),
  },
  resposta: {
    type: ['object', 'null'],
    description: 'O que se pede ao visitante e o passo que o leva; nulo quando nada se pede',
    properties: {
      passo: { type: 'string' },
      campos: asked,
      lista: { type: 'string', description: 'O nome das linhas entre os valores' },
      colunas: asked,
      valores: values,
    },
    required: ['passo', 'campos', 'lista', 'colunas', 'valores'],
  },
})

/** The head of a store's public page. */
const showPage = openOperation({
  method: 'GET',
  path: 'visitantes/:cadastro',
  title: 'Página pública de uma loja',
  perMinute: 60,
  input: objectOf({ cadastro, loja }),
  output: {
    type: 'object',
    properties: {
      ...head.properties,
      zona: { type: 'string', description: 'Fuso da loja' },
      nomes: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Nomes que a loja deu aos campos, pelo nome de cada campo',
      },
      livres: {
        type: ['object', 'null'],
        description: 'O campo para o qual se pedem horários livres, e o que se diz antes',
        properties: { campo: { type: 'string' }, com: { type: 'array', items: { type: 'string' } } },
        required: ['campo', 'com'],
      },
    },
    required: [...head.required, 'zona', 'nomes', 'livres'],
  },
  messages: ['visit.closed'],
  async run({ model, input, writing }) {
    const page = await openForm(writing.service, model, input.cadastro, input.loja)
    const { free } = page.visitors
    const livres = free ? { campo: free.at, com: Object.keys(free.fits) } : null
    return new OperationReply(
      { ...pageHead(model, page), zona: page.store.zone, nomes: titlesOfStore(model, page), livres },
      unseen,
    )
  },
})

/** The times of a day at which there is room. Who has the others is told to nobody. */
const showFreeTimes = openOperation({
  method: 'GET',
  path: 'visitantes/:cadastro/livres',
  title: 'Horários de um dia em que ainda há lugar, para a página pública',
  perMinute: 30,
  input: {
    type: 'object',
    properties: {
      cadastro,
      loja,
      dia: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'O dia, pelo relógio da loja' },
      valores: { type: 'string', maxLength: 500, description: 'JSON com o que a definição pede antes: {"pessoas": 4}' },
    },
    required: ['cadastro', 'loja', 'dia'],
  },
  output: objectOf({
    horarios: {
      type: 'array',
      items: objectOf({ hora: { type: 'string' }, momento: { type: 'string', format: 'date-time' } }),
    },
  }),
  messages: ['visit.closed', 'validation'],
  async run({ model, input, writing }) {
    const page = await openForm(writing.service, model, input.cadastro, input.loja)
    return new OperationReply(await freeTimes(writing.service, page, input), unseen)
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
  output: objectOf({ chave: { type: ['string', 'null'] } }),
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
    const page = await openForm(service, model, input.cadastro, input.loja)
    await admitVisit(service, page, { address, proof })
    const { consentimento, consentimento_versao, valores, site } = input
    const key = site
      ? linkKey(service, page, '0')
      : await saveVisit(writing, page, { ...valores, consentimento, consentimento_versao })
    // The key of a record that is to be confirmed comes by the letter alone; without a page there is nothing that it opens.
    const { confirm, page: linked } = page.visitors
    return new OperationReply({ chave: confirm || linked === undefined ? null : key }, unseen)
  },
})

/** A visitor looks at what they sent, by its link. */
const showVisit = openOperation({
  method: 'GET',
  path: 'visitantes/registro',
  title: 'O que um visitante enviou, pelo link',
  perMinute: 60,
  input: objectOf({ chave }),
  output: record,
  messages: ['visit.link-ended'],
  async run({ input, writing }) {
    return new OperationReply(await readVisit(writing.service, input.chave), unseen)
  },
})

/** Bytes of an answer to many rows: a supplier's prices of a long order. */
const longAnswer = 256 * 1024

/** A visitor confirms, or takes another way that is theirs, by the link. */
const moveVisit = openOperation({
  method: 'POST',
  path: 'visitantes/registro',
  title: 'Confirmar ou mudar o que um visitante enviou, pelo link',
  perMinute: 30,
  largest: longAnswer,
  input: {
    type: 'object',
    properties: {
      chave,
      passo: { type: 'string', maxLength: 60, description: 'O passo, como a página o nomeia' },
      valores: {
        type: 'object',
        description: 'O que a página pede para o passo que responde; linhas pelo `id`',
        additionalProperties: true,
        maxProperties: 60,
      },
    },
    required: ['chave', 'passo'],
  },
  output: record,
  messages: [
    'visit.link-ended',
    'visit.late',
    'visit.refused',
    'validation',
    'rate-limited',
    'ceiling-reached',
    'proof-required',
  ],
  async run({ input: { chave: key, passo, valores }, address, proof, writing }) {
    return new OperationReply(await takeVisitWay(writing, key, { passo, valores, address, proof }), unseen)
  },
})

/** The link of a record's page, for people of the store to give away by themselves: as a text, as a code. */
const showLink = runtimeOperation({
  method: 'GET',
  path: 'visitantes/link',
  title: 'O link da página de um registro, para dar a quem é de fora',
  gate: 'logged',
  input: inputOfStore({ cadastro, id: { type: 'string', maxLength: 60, description: 'O registro' } }),
  output: objectOf({ link: { type: 'string' } }),
  messages: ['visit.closed', 'visit.over', 'not-found'],
  async run({ service, model, caller, input }) {
    return { link: await visitLinkOf(service, model, caller, input) }
  },
})

/** Calls of people without a login on the public pages of stores, and of the stores that send them there. */
export const visitorOperations: readonly (OpenOperation | RuntimeOperation)[] = [
  showPage,
  showFreeTimes,
  sendVisit,
  showVisit,
  moveVisit,
  showLink,
]
