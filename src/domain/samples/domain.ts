import type { Domain } from '../../server/domain.ts'

/** Made-up numbers, papers and moments that the areas fill their demos with. */
export const samples: Domain = { name: 'samples' }
