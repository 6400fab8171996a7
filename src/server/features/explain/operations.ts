import type { ExplainReply, OwnAccessReply, RightsOfOtherReply } from '../../../api/explain.ts'
import { gateAllows, rightsFor } from '../../../model/access/gate.ts'
import { type RuntimeOperation, runtimeOperation } from '../../operations/operation.ts'
import { closedItems } from './closedItems.ts'
import { closedPage } from './closedPage.ts'
import { explainedUserOf } from './explainedUser.ts'
import { recordItems } from './recordItems.ts'
import { screenAt } from './screenAt.ts'

const text = { type: 'string' }
const whom = {
  lojaId: { type: 'integer', description: 'Loja; dispensada para quem tem uma só' },
  userId: { type: 'integer', description: 'Usuário da loja' },
  papel: { enum: ['proprietario', 'funcionario'], description: 'No lugar de um usuário: alguém deste papel' },
  flags: { type: 'string', description: 'Permissões do funcionário, separadas por vírgula' },
}

/** "Por que não vejo isso?": what of a screen is closed to somebody, and by which rule. */
const explain = runtimeOperation({
  method: 'GET',
  path: 'explicar',
  title: 'Por que um usuário não vê uma tela, ou parte dela',
  gate: 'owner',
  input: {
    type: 'object',
    properties: { ...whom, caminho: { type: 'string', maxLength: 300, description: 'Endereço no navegador: /produtos/5' } },
    required: ['caminho'],
  },
  output: {
    type: 'object',
    properties: {
      alvo: { type: 'object', properties: { userId: { type: ['integer', 'null'] }, nome: text, papel: text } },
      tela: {
        type: 'object',
        properties: { path: text, title: text, register: { type: ['string', 'null'] }, id: { type: ['string', 'null'] } },
      },
      aberta: { type: 'boolean' },
      itens: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            tipo: { enum: ['tela', 'menu', 'ato', 'acao', 'parte', 'coluna', 'campo', 'lista', 'registro'] },
            nome: text,
            titulo: text,
            regra: { type: ['string', 'null'] },
            motivo: text,
            falta: { type: 'array', items: { type: 'object', properties: { tipo: text, nome: text, titulo: text } } },
          },
        },
      },
    },
  },
  messages: ['screen-unknown'],
  async run({ service, model, caller, input }): Promise<ExplainReply> {
    const target = await explainedUserOf(input, model, caller, service)
    const opened = screenAt(input.caminho, model)
    const { register, id } = opened
    const stores = caller.admin ? 'all' : { stores: caller.stores }
    const ofRecord =
      register && id !== undefined
        ? await service.database.read(stores, q => recordItems(register, id, target, { model, caller }, q))
        : []
    return {
      alvo: { userId: target.userId, nome: target.name, papel: target.role },
      tela: { path: opened.path, title: opened.title, register: register?.name ?? null, id: id ?? null },
      aberta: opened.gate !== undefined && gateAllows(opened.gate, target.permission),
      itens: [...closedItems(opened, target.permission, model), ...ofRecord],
    }
  },
})

/** "Ver como": every gate, answered for somebody else. */
const rightsOfOtherUser = runtimeOperation({
  method: 'GET',
  path: 'explicar/direitos',
  title: 'O que um usuário, ou um papel, pode nesta loja',
  gate: 'owner',
  input: { type: 'object', properties: whom },
  output: {
    type: 'object',
    properties: {
      alvo: { type: 'object', properties: { userId: { type: ['integer', 'null'] }, nome: text, papel: text } },
      rights: { type: 'object', additionalProperties: { type: 'boolean' } },
    },
  },
  messages: ['not-found'],
  async run({ service, model, caller, input }): Promise<RightsOfOtherReply> {
    const { userId, name, role, permission } = await explainedUserOf(input, model, caller, service)
    return { alvo: { userId, nome: name, papel: role }, rights: rightsFor(model, permission) }
  },
})

/** An address that does not open: the page of the shop that it is, and the rights that open it. */
const ownAccess = runtimeOperation({
  method: 'GET',
  path: 'explicar/acesso',
  title: 'O que falta para abrir um endereço',
  gate: 'logged',
  input: {
    type: 'object',
    properties: {
      lojaId: whom.lojaId,
      caminho: { type: 'string', maxLength: 300, description: 'Endereço no navegador: /produtos/create' },
    },
    required: ['caminho'],
  },
  output: {
    type: 'object',
    properties: {
      fechada: { type: ['string', 'null'] },
      motivo: { type: ['string', 'null'] },
      pedir: { type: ['string', 'null'] },
    },
  },
  messages: [],
  run: async ({ model, caller, input }): Promise<OwnAccessReply> => closedPage(input.caminho, caller.permission, model),
})

/** Why somebody may do what they may, and how a screen looks to them. */
export const explainOperations: readonly RuntimeOperation[] = [explain, rightsOfOtherUser, ownAccess]
