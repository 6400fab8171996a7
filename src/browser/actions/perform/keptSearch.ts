/** A list has these words of its address for itself: its page, and how it is laid out. */
const own = ['page', 'perPage', 'columns', 'group', 'look']

/** The address of another list of the same records, with what is searched and filtered in the list at hand; its own words win. */
export function withSearch(address: string, search = location.search): string {
  const [path = '', asked] = address.split('?')
  const kept = new URLSearchParams(search)
  for (const name of own) kept.delete(name)
  for (const [name, value] of new URLSearchParams(asked)) kept.set(name, value)
  return kept.size === 0 ? path : `${path}?${kept}`
}
