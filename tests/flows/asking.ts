import type { Page } from 'playwright'

/** What the API says, asked as the person at the page. */
export const callApi = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(async path => {
    const lojaId = localStorage.getItem('lojaId') ?? ''
    const address = `/api/${path}${path.includes('?') ? '&' : '?'}lojaId=${lojaId}`
    const reply = await fetch(address, { headers: { authorization: localStorage.getItem('token') ?? '' } })
    return reply.json()
  }, path)

export interface Product {
  readonly id: number
  readonly desc_prod: string
  readonly preco_vnd_prod: number
}

/** The first product that a search finds. */
export const findProduct = async (page: Page, name: string): Promise<Product> => {
  const [found] = (await callApi(page, `produtos?q=${encodeURIComponent(name)}`)) as Product[]
  if (!found) throw new Error(`no product ${name}`)
  return found
}

/** How many units have a name. */
export const countUnits = async (page: Page, name: string): Promise<number> =>
  ((await callApi(page, `unidades?filter=${encodeURIComponent(JSON.stringify({ where: { nome: name } }))}`)) as unknown[]).length
