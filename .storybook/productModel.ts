/** The member of `globals` in a story's address that says which definitions it shows: those of the product alone, or with the layers. */
const member = 'camadas'

/** The address of a story by one of both. */
export function modelAddress(id: string, model: 'produto' | 'camadas'): string {
  const asked = new URLSearchParams(location.search).get('globals') ?? ''
  const others = asked.split(';').filter(each => each !== '' && !each.startsWith(`${member}:`))
  return `iframe.html?id=${id}&viewMode=story&globals=${[...others, `${member}:${model}`].join(';')}`
}

/** The code by which a page takes one of two values: what only the product says where its address asks for that. */
export const eitherModel = (product: string, layered: string): string =>
  `const asked = new URLSearchParams(location.search).get('globals') ?? ''\nexport default asked.split(';').includes('${member}:produto') ? ${product} : ${layered}`
