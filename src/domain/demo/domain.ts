import type { Domain } from '../../server/domain.ts'
import { createDemoLogins, loadDemo } from './loadDemo.ts'

/** The company that the product is tried with, put together from what the areas' own demos make. */
export const demo: Domain = {
  name: 'demo',
  needs: ['samples', 'people', 'stores', 'catalogue', 'sales', 'finance', 'orders', 'recipes', 'fiscal', 'equipment'],
  demo: { fill: (service, now) => loadDemo(service, now), finish: createDemoLogins },
}
