import { checkRecord } from '../../model/check.ts'
import type { Model } from '../../model/model.ts'
import type { Problem } from '../../model/problem.ts'
import { passwordProblem, validationError } from '../../server/domain.ts'
import type { SignUpInput } from './signUpInput.ts'
import { zoneOfPlace } from './zoneOfPlace.ts'

type Row = Readonly<Record<string, unknown>>

/** A sign-up that was checked, as the records that it becomes. */
export interface SignUp {
  readonly email: string
  readonly name: string
  readonly phone: string
  readonly user: Row
  readonly store: Row
}

/** The text that a visitor accepts. */
const termsCode = 'sign-up.terms-text'

/** The names of fields in records -> in a sign-up. */
const asked: Readonly<Record<string, string>> = { nome: 'nome_contato', telefone: 'telefone_contato' }

const required = ['nome_contato', 'email', 'telefone_contato', 'nome_fantasia', 'cnpj', 'segmentoId', 'cep', 'numero'] as const

/**
 * Checks a sign-up by what the registers say of the same fields, and by its own rules; all problems are told at once, each at the
 * member of the call.
 */
export function readSignUp(model: Model, input: SignUpInput): SignUp {
  const version = model.messages[termsCode]?.version ?? ''
  const { nome_contato: nome, email, telefone_contato: telefone, resale_pallas_code: code = 0 } = input
  const user = checked(model, 'users', { nome, email, resale_pallas_code: code })
  const { nome_fantasia, cnpj, segmentoId, cep, logradouro, bairro, cidade, uf, codigo_municipio, numero, complemento } = input
  const address = { cep, logradouro, bairro, cidade, uf, codigo_municipio, numero, complemento }
  const store = checked(model, 'lojas', { nome_fantasia, cnpj, telefone, segmentoId, ...address, user_email: email })
  const problems = [
    ...required.flatMap(path => (isBlank(input[path]) ? [{ path, code: 'required' }] : [])),
    ...[...user.problems, ...store.problems].map(problem => ({ ...problem, path: asked[problem.path] ?? problem.path })),
    ...ownProblems(input, store.record, version),
  ]
  const first = [...new Map(problems.toReversed().map(problem => [problem.path, problem])).values()].toReversed()
  if (first.length > 0) throw validationError(first)
  return {
    email: String(user.record.email),
    name: String(user.record.nome),
    phone: String(store.record.telefone),
    user: { ...user.record, active: true, block: false, admin: false, termos_versao: version },
    store: { ...store.record, fuso_horario: zoneOfPlace(String(store.record.uf ?? ''), String(store.record.cidade ?? '')) },
  }
}

/** These members of a record, in the form in which they are kept, and what is wrong with them. */
function checked(model: Model, register: string, said: Row): { readonly record: Row; readonly problems: readonly Problem[] } {
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => !isBlank(value)))
  const { record, problems } = checkRecord(model, register, given, { isNew: true, partial: true })
  return {
    record: Object.fromEntries(Object.keys(given).map(name => [name, record[name]])),
    problems: problems.filter(({ path }) => path in given && path !== 'user_email'),
  }
}

function ownProblems(
  { cpf_cnpj, password, termos, termos_versao, ...about }: SignUpInput,
  store: Row,
  version: string,
): Problem[] {
  const { cnpj, telefone } = store
  const places = cpf_cnpj === 'cpf' ? 11 : 14
  const weak = passwordProblem(password, 'password', {
    about: [about.nome_contato, about.email, about.nome_fantasia].map(text => String(text ?? '')),
  })
  return [
    ...(typeof cnpj === 'string' && cnpj.length !== places ? [{ path: 'cnpj', code: `${cpf_cnpj}-invalid` }] : []),
    ...(typeof telefone === 'string' && telefone.length < 10 ? [{ path: 'telefone_contato', code: 'phone-invalid' }] : []),
    ...(weak ? [weak] : []),
    ...(termos ? [] : [{ path: 'termos', code: 'sign-up.terms-required' }]),
    ...(termos && termos_versao !== undefined && termos_versao !== version
      ? [{ path: 'termos', code: 'sign-up.terms-changed' }]
      : []),
  ]
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
