/** A group that a screen shows, and its products where it shows only some. */
export interface KitchenLine {
  readonly group: number
  readonly name: string
  readonly products: readonly number[] | null
}

/** Returns the definition that a screen of the kitchen reads: its name, when an order is late, and which products it shows. */
export const kitchenScreen = (
  { nome, minutos_atraso }: { readonly nome: string; readonly minutos_atraso: number },
  lines: readonly KitchenLine[],
) => ({
  nome,
  minutos_atraso,
  grupos: lines.map(({ group, name, products }) => ({
    grupoId: group,
    nome: name,
    ...(products === null ? {} : { itens: products.map(produtoId => ({ produtoId })) }),
  })),
})
