import { admitLogin, hashPassword, openOperation } from '../../../server/domain.ts'
import { foundStore } from '../foundStore.ts'
import { readSignUp } from '../readSignUp.ts'

const text = (description: string, maxLength: number) => ({ type: 'string', description, maxLength })

/**
 * A visitor makes an account and a store of their own: all of it, or nothing. The answer is the same for an e-mail that somebody has; its
 * owner is told by a letter.
 */
export const createVisitor = openOperation({
  method: 'POST',
  path: 'Lojas/createVisitor',
  title: 'Cadastrar uma loja e o seu proprietário',
  perMinute: 60,
  input: {
    type: 'object',
    properties: {
      nome_contato: text('Quem se cadastra', 200),
      email: text('O login', 300),
      telefone_contato: text('Com DDD', 40),
      nome_fantasia: text('Nome da loja', 200),
      cpf_cnpj: { type: 'string', enum: ['cpf', 'cnpj'] },
      cnpj: text('CPF ou CNPJ, como cpf_cnpj diz', 40),
      segmentoId: { type: 'integer' },
      cep: text('CEP', 20),
      logradouro: text('Logradouro', 300),
      bairro: text('Bairro', 200),
      cidade: text('Cidade', 200),
      uf: text('UF', 10),
      codigo_municipio: text('Código do IBGE', 10),
      numero: text('Número', 50),
      complemento: text('Complemento', 200),
      password: text('Senha', 1000),
      termos: { type: 'boolean', description: 'Aceita os termos de uso e a política de privacidade' },
      termos_versao: text('Versão dos termos que foi lida', 50),
      resale_pallas_code: { type: 'integer', description: 'Código da revenda', minimum: 0, default: 0 },
    },
    required: [
      'nome_contato',
      'email',
      'telefone_contato',
      'nome_fantasia',
      'cpf_cnpj',
      'cnpj',
      'segmentoId',
      'cep',
      'numero',
      'password',
      'termos',
    ],
  },
  output: { type: 'object', properties: { lojaId: { type: 'integer' } } },
  messages: [
    'sign-up.terms-required',
    'sign-up.terms-changed',
    'validation',
    'rate-limited',
    'ceiling-reached',
    'proof-required',
  ],
  async run({ model, input, address, proof, writing }) {
    const signUp = readSignUp(model, input)
    // Each makes a store and a letter: nobody does so one after the other.
    await admitLogin(writing.service, { purpose: 'signUp', account: signUp.email, address, proof })
    const hash = await hashPassword(input.password)
    return { lojaId: await foundStore(writing, signUp, hash) }
  },
})
