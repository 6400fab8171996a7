import { openCounter } from '../../../scripts/counter/counterClient.ts'

/** A caller of the API with a session of its own, in one store. */
export interface Caller {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: object): Promise<T>
}

/** A small restaurant, made over the API in a store of its own. */
export interface Restaurant {
  readonly store: number
  readonly owner: Caller
  readonly flour: number
  readonly cheese: number
  readonly pizza: number
  readonly juice: number
  readonly water: number
  readonly cash: number
  readonly card: number
  readonly machine: number
  readonly waiter: number
  readonly supplier: number
  readonly classification: number
  readonly costCentre: number
}

export const people = { owner: 'dono@demo.com.br', employee: 'funcionario@demo.com.br' } as const
const password = 'demo1234'

async function enter(address: string, email: string, store?: number): Promise<Caller> {
  const call = async <T>(method: 'GET' | 'POST', path: string, token?: string, body?: object): Promise<T> => {
    const url = store === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}lojaId=${store}`
    const answer = await fetch(new URL(`/api/${url}`, address), {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 400)}`)
    return JSON.parse(text)
  }
  const { id } = await call<{ id: string }>('POST', 'users/login', undefined, { email, password })
  return { get: path => call('GET', path, id), post: (path, body) => call('POST', path, id, body) }
}

/** Opens the restaurant: a store with an owner, and an employee who may see the stock and nothing else. */
export async function openRestaurant(address: string): Promise<Restaurant> {
  const admin = await enter(address, 'admin@demo.com.br')
  const { id: store } = await admin.post<{ id: number }>('lojas', { nome_fantasia: 'Cantina do Mês', regime_tributario: 1 })
  const platform = await enter(address, 'admin@demo.com.br', store)
  const join = async (email: string, values: object): Promise<void> => {
    await platform.post('user_lojas', { lojaId: store, email, ...values })
    const person = await enter(address, email)
    const invitations = await person.get<readonly object[]>('users/convites')
    if (invitations.length > 0) await person.post('users/convites/aceitar', { loja: store })
  }
  await join(people.owner, { type: 1 })
  await join(people.employee, { type: 2, estoque_ver: true })
  const owner = await enter(address, people.owner, store)
  const make = async (register: string, values: object): Promise<number> =>
    (await owner.post<{ id: number }>(register, { lojaId: store, ...values })).id
  const group = await make('grupos', { nome: 'Cardápio' })
  const unit = await make('unidades', { nome: 'UN' })
  const [ncm] = await owner.get<readonly { readonly id: string }[]>('ncms?filter={"limit":1}')
  const tax = await make('impostos', {
    nome: 'Simples',
    icms_cst: '102',
    pis_cst: '49',
    cofins_cst: '49',
    cfop_estadual: '5102',
    cfop_federal: '6102',
  })
  const belongs = { grupoId: group, unidadeId: unit, impostoId: tax, ncmId: ncm?.id, appPreco: 0 }
  const product = (cod_prod: string, desc_prod: string, values: object): Promise<number> =>
    make('produtos', { cod_prod, desc_prod, ...belongs, ...values })
  const raw = { materia_prima_prod: true, preco_vnd_prod: 0 }
  return {
    store,
    owner,
    flour: await product('101', 'Farinha', { ...raw, preco_cst_prod: 5, tam_emb_prod: '1' }),
    cheese: await product('102', 'Queijo', { ...raw, preco_cst_prod: 40, tam_emb_prod: '1' }),
    pizza: await product('1', 'Pizza', { preco_cst_prod: 10, preco_vnd_prod: 49.9 }),
    juice: await product('2', 'Suco de laranja', { preco_cst_prod: 3, preco_vnd_prod: 9.9 }),
    water: await product('3', 'Água', { preco_cst_prod: 1.2, preco_vnd_prod: 4.5 }),
    cash: await make('moedas', { nome: 'Dinheiro', cod_sat: '01', status: true }),
    card: await make('moedas', { nome: 'Crédito', cod_sat: '03', status: true, taxa: 2.5 }),
    machine: await make('equipamentos', { nome: 'Caixa 1' }),
    waiter: await make('parceiros', { nome_fantasia: 'Bruno', funcionario: true, usuario_pdv: 1, senha_pdv: '1234' }),
    supplier: await make('parceiros', { nome_fantasia: 'Moinho Bom', fornecedor: true }),
    classification: await make('Conta_classificacoes', { nome: 'Compras', tipo: 'DESPESA', dre: 'CUSTOS_VARIAVEIS' }),
    costCentre: await make('Conta_centros_custos', { nome: 'Cozinha' }),
  }
}

/** The counter at its place in this store. */
export const counterOf = (address: string, { store }: Restaurant) =>
  openCounter({ address, email: people.owner, password, store })

/** From now on the employee may do this and nothing else. */
export async function allowEmployee({ owner }: Restaurant, flags: Readonly<Record<string, boolean>>): Promise<void> {
  const filter = encodeURIComponent(JSON.stringify({ where: { email: people.employee } }))
  const [found] = await owner.get<readonly { readonly id: number; readonly version: number }[]>(`user_lojas?filter=${filter}`)
  await owner.post('user_lojas/updateAttributes', { ...found, ...flags })
}
