/** A raw material: name, unit, cost of a package and what is in one. */
export interface RawMaterial {
  readonly nome: string
  readonly unidade: string
  readonly custo: number
  readonly embalagem: number
}

export const rawMaterials: readonly RawMaterial[] = [
  { nome: 'Insumo: espaguete grano duro', unidade: 'KG', custo: 62.5, embalagem: 5 },
  { nome: 'Insumo: farinha de trigo 00', unidade: 'KG', custo: 138, embalagem: 25 },
  { nome: 'Insumo: arroz arbóreo', unidade: 'KG', custo: 94, embalagem: 5 },
  { nome: 'Insumo: molho de tomate da casa', unidade: 'L', custo: 46.8, embalagem: 4 },
  { nome: 'Insumo: carne moída', unidade: 'KG', custo: 38.9, embalagem: 1 },
  { nome: 'Insumo: camarão limpo', unidade: 'KG', custo: 89.9, embalagem: 1 },
  { nome: 'Insumo: mussarela', unidade: 'KG', custo: 171, embalagem: 4 },
  { nome: 'Insumo: parmesão ralado', unidade: 'KG', custo: 79.5, embalagem: 1 },
  { nome: 'Insumo: creme de leite fresco', unidade: 'L', custo: 27.6, embalagem: 1 },
  { nome: 'Insumo: azeite extravirgem', unidade: 'L', custo: 189, embalagem: 5 },
  { nome: 'Insumo: funghi seco', unidade: 'KG', custo: 64, embalagem: 0.25 },
  { nome: 'Insumo: ovos', unidade: 'CX', custo: 24.9, embalagem: 30 },
  { nome: 'Insumo: bacon', unidade: 'KG', custo: 41.7, embalagem: 1 },
]

/** A dish and what a portion takes: raw materials by the end of their name, in their unit. */
export interface DishPlan {
  readonly produto: string
  readonly ingredientes: readonly (readonly [nome: string, quantidade: number])[]
}

export const dishes: readonly DishPlan[] = [
  dish(
    'Espaguete à Bolonhesa',
    'espaguete grano duro 0.14, molho de tomate da casa 0.18, carne moída 0.12, parmesão ralado 0.015',
  ),
  dish('Espaguete ao Alho e Óleo', 'espaguete grano duro 0.16, azeite extravirgem 0.04, parmesão ralado 0.01'),
  dish('Espaguete à Carbonara', 'espaguete grano duro 0.14, ovos 2, bacon 0.06, parmesão ralado 0.03'),
  dish('Fettuccine ao Molho Alfredo', 'farinha de trigo 00 0.1, ovos 1, creme de leite fresco 0.15, parmesão ralado 0.04'),
  dish(
    'Fettuccine com Camarão',
    'farinha de trigo 00 0.1, ovos 1, camarão limpo 0.15, creme de leite fresco 0.1, azeite extravirgem 0.01',
  ),
  dish('Nhoque ao Sugo', 'farinha de trigo 00 0.08, ovos 1, molho de tomate da casa 0.2, parmesão ralado 0.015'),
  dish(
    'Nhoque aos Quatro Queijos',
    'farinha de trigo 00 0.08, ovos 1, mussarela 0.06, parmesão ralado 0.04, creme de leite fresco 0.1',
  ),
  dish('Lasanha à Bolonhesa', 'farinha de trigo 00 0.09, ovos 1, carne moída 0.15, mussarela 0.1, molho de tomate da casa 0.15'),
  dish('Penne à Arrabbiata', 'farinha de trigo 00 0.12, molho de tomate da casa 0.2, azeite extravirgem 0.015'),
  dish('Risoto de Funghi', 'arroz arbóreo 0.12, funghi seco 0.02, parmesão ralado 0.03, azeite extravirgem 0.02'),
  dish('Risoto de Camarão', 'arroz arbóreo 0.12, camarão limpo 0.14, azeite extravirgem 0.02'),
  dish('Risoto Caprese', 'arroz arbóreo 0.12, mussarela 0.06, molho de tomate da casa 0.08, azeite extravirgem 0.02'),
]

function dish(produto: string, ingredientes: string): DishPlan {
  return {
    produto,
    ingredientes: ingredientes.split(', ').map(text => {
      const at = text.lastIndexOf(' ')
      return [`Insumo: ${text.slice(0, at)}`, Number(text.slice(at + 1))] as const
    }),
  }
}
