import {
  type CataloguePlan,
  emporioGroups,
  emporioQuestions,
  lanchoneteGroups,
  lanchoneteQuestions,
  normalTaxes,
  pizzariaGroups,
  pizzariaQuestions,
  simplesTaxes,
} from '../catalogue/public.ts'

type Row = Readonly<Record<string, unknown>>

/** A store of the demo: its own record and what stands in its registers. */
export interface StorePlan extends CataloguePlan {
  readonly record: Row
  readonly branch: number
  readonly segment: string
  readonly partners: number
}

const city = { cidade: 'São Paulo', uf: 'SP', codigo_municipio: '3550308', fuso_horario: 'America/Sao_Paulo', ativo: true }

const printer = (nome: string, modelo: number, ip: number, more: Row = {}): Row => ({
  nome,
  modelo,
  endereco: `192.168.0.${ip}:9100`,
  velocidade: 9600,
  cortaPapel: true,
  colunas: 48,
  colunasCondensado: 64,
  linhasPular: 4,
  ...more,
})

export const storePlans: readonly StorePlan[] = [
  {
    record: {
      nome_fantasia: 'Cantina Bella Massa',
      razao_social: 'Bella Massa Alimentos Ltda',
      telefone: '1130518820',
      whatsapp: '11987654310',
      user_email: 'dono@demo.com.br',
      cep: '01310100',
      logradouro: 'Avenida Paulista',
      numero: '1842',
      bairro: 'Bela Vista',
      regime_tributario: 1,
      inscricao_estadual: '110042490114',
      comanda_nome: 'MESA',
      taxa_servico: 10,
      pizzaPreco: 'MAXIMO',
      cardapio_digital: true,
      nuvem: true,
      appEntrega: true,
      appRetirada: true,
      appMesa: true,
      appMesaComanda: true,
      appDeliveryUri: 'bella-massa',
      publicarLojaFisica: true,
      appPedidoMinimo: 40,
      ...city,
    },
    branch: 1,
    segment: 'Pizzaria',
    taxes: simplesTaxes,
    printers: [
      printer('Cozinha', 11, 51),
      printer('Forno', 2, 52),
      printer('Bar', 16, 53, { beep: true }),
      printer('Caixa', 5, 54, { abreGaveta: true }),
    ],
    tables: [
      ['Salão', 1],
      ['Delivery', 1.12],
      ['Eventos', 0.92],
    ],
    groups: pizzariaGroups,
    questions: pizzariaQuestions,
    partners: 60,
  },
  {
    record: {
      nome_fantasia: 'Lanches da Praça',
      razao_social: 'Praça Lanches e Sucos Ltda',
      telefone: '1132275540',
      whatsapp: '11976543210',
      user_email: 'dono@demo.com.br',
      cep: '01045001',
      logradouro: 'Praça da República',
      numero: '120',
      bairro: 'República',
      regime_tributario: 1,
      inscricao_estadual: '114514780119',
      comanda_nome: 'COMANDA',
      taxa_servico: 0,
      pizzaPreco: 'MEDIA',
      cardapio_digital: true,
      nuvem: false,
      appRetirada: true,
      appDeliveryUri: 'lanches-da-praca',
      ...city,
    },
    branch: 2,
    segment: 'Lanchonete',
    taxes: simplesTaxes,
    printers: [printer('Chapa', 12, 61), printer('Cozinha', 11, 62), printer('Balcão', 15, 63, { abreGaveta: true })],
    tables: [
      ['Balcão', 1],
      ['Aplicativos', 1.18],
    ],
    groups: lanchoneteGroups,
    questions: lanchoneteQuestions,
    partners: 40,
  },
  {
    record: {
      nome_fantasia: 'Empório Serra Azul',
      razao_social: 'Serra Azul Comércio de Alimentos Ltda',
      telefone: '1138624410',
      whatsapp: '11965432108',
      user_email: 'dono@demo.com.br',
      cep: '05424010',
      logradouro: 'Rua dos Pinheiros',
      numero: '512',
      bairro: 'Pinheiros',
      regime_tributario: 3,
      inscricao_estadual: '116823540117',
      comanda_nome: 'COMANDA',
      taxa_servico: 0,
      pizzaPreco: 'MAXIMO',
      cardapio_digital: false,
      nuvem: true,
      ...city,
    },
    branch: 3,
    segment: 'Empório',
    taxes: normalTaxes,
    printers: [printer('Caixa', 19, 71, { abreGaveta: true }), printer('Etiquetas', 8, 72, { cortaPapel: false })],
    tables: [['Varejo', 1]],
    groups: emporioGroups,
    questions: emporioQuestions,
    partners: 50,
  },
]

export const segments: readonly string[] = [
  'Restaurante',
  'Pizzaria',
  'Lanchonete',
  'Padaria',
  'Empório',
  'Bar',
  'Cafeteria',
  'Mercado',
]
