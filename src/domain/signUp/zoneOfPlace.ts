const zones: Readonly<Record<string, readonly string[]>> = {
  'America/Rio_Branco': ['AC'],
  'America/Manaus': ['AM', 'MS', 'MT', 'RO', 'RR'],
}

/** The clock of a place, as the store's profile offers them. */
export function zoneOfPlace(uf: string, city: string): string {
  if (uf === 'PE' && city.toLowerCase() === 'fernando de noronha') return 'America/Noronha'
  return Object.entries(zones).find(([, states]) => states.includes(uf))?.[0] ?? 'America/Sao_Paulo'
}
