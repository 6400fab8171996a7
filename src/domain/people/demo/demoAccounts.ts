/** Accounts of the demo. Those with `login` enter with the demo's password. */
export interface DemoAccount {
  readonly email: string
  readonly nome: string
  readonly admin?: boolean
  readonly login?: boolean
  /** Stores that the account administers may have the chatbot. */
  readonly chatbot?: boolean
}

export const demoPassword = 'demo1234'

export const demoAccounts: readonly DemoAccount[] = [
  { email: 'admin@demo.com.br', nome: 'Administração da Plataforma', admin: true, login: true },
  { email: 'dono@demo.com.br', nome: 'Marina Bellini', login: true, chatbot: true },
  { email: 'funcionario@demo.com.br', nome: 'Rafael Nogueira', login: true },
  { email: 'gerente.cantina@demo.com.br', nome: 'Cláudia Ferrari' },
  { email: 'caixa.cantina@demo.com.br', nome: 'Jonas Prado' },
  { email: 'contabilidade@demo.com.br', nome: 'Vera Contabilidade', login: true },
  { email: 'gerente.lanches@demo.com.br', nome: 'Sílvia Moura' },
  { email: 'balcao.lanches@demo.com.br', nome: 'Tiago Alencar' },
  { email: 'gerente.emporio@demo.com.br', nome: 'Henrique Salles' },
]

/** A person's place in a store (by its place in the list), with flags; an owner needs none. */
export interface DemoMembership {
  readonly email: string
  readonly store: number
  readonly owner?: boolean
  readonly flags?: readonly string[]
  /** A role that the product brings, in place of flags. */
  readonly role?: string
}

const cashier = [
  'pdv_abrir_comanda',
  'pdv_transferir',
  'caixa_operar',
  'caixa_dinheiro',
  'caixa_suprimento',
  'caixa_abrir_gaveta',
  'caixa_pedidos_pagos',
]
const manager = [
  ...cashier,
  ...[
    'cardapio_ver',
    'cardapio_criar',
    'cardapio_editar',
    'cardapio_excluir',
    'cadastros_ver',
    'estoque_ver',
    'estoque_relatorios',
  ],
  ...['pdv_relatorios', 'pdv_desconto', 'caixa_sangria', 'caixa_cancelar_venda', 'caixa_conferir', 'cardapio_digital_ver'],
]

export const demoMemberships: readonly DemoMembership[] = [
  { email: 'dono@demo.com.br', store: 0, owner: true },
  { email: 'dono@demo.com.br', store: 1, owner: true },
  { email: 'dono@demo.com.br', store: 2, owner: true },
  { email: 'funcionario@demo.com.br', store: 0, flags: ['cardapio_ver', 'cardapio_editar', 'cadastros_ver'] },
  { email: 'gerente.cantina@demo.com.br', store: 0, flags: manager },
  { email: 'caixa.cantina@demo.com.br', store: 0, role: 'caixa' },
  { email: 'contabilidade@demo.com.br', store: 0, role: 'contador' },
  { email: 'contabilidade@demo.com.br', store: 1, role: 'contador' },
  { email: 'gerente.lanches@demo.com.br', store: 1, flags: manager },
  { email: 'balcao.lanches@demo.com.br', store: 1, flags: cashier },
  { email: 'gerente.emporio@demo.com.br', store: 2, flags: manager },
]
