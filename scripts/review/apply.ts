import { joinWords, withCount } from '../describe/phrase.ts'
import type { Review } from './review.ts'

/** Returns the steps that take the change into use, in their order. Nothing when no database was looked at. */
export function stepsToApply({ unread, impact, plan }: Pick<Review, 'unread' | 'impact' | 'plan'>): readonly string[] {
  if (!impact || !plan) return []
  const stopping = impact.filter(each => each.stops)
  const waiting = [...new Set(impact.filter(each => each.serious && each.fixable && !each.stops).map(each => each.place))]
  const migrations = withCount(plan.refusals.length, 'migração', 'migrações')
  const changes = plan.steps.length + plan.migrations.length + plan.refusals.length > 0
  const steps = [
    unread.now.length > 0
      ? 'Corrija as definições que não puderam ser lidas: npm run check:schemas aponta arquivo, linha e coluna.'
      : '',
    stopping.length > 0
      ? `Acerte as linhas que se repetem, senão o servidor não inicia: ${stopping.map(({ place, text }) => `${place}: ${text}`).join(' ')}`
      : '',
    plan.refusals.length > 0
      ? `Escreva ${migrations} em schemas/migrations (comandos no plano), ou desfaça essas mudanças: sem isso o servidor não inicia.`
      : '',
    changes ? 'Guarde uma cópia do banco: pg_dump -Fc "$DATABASE_URL" > antes.dump.' : '',
    changes
      ? 'Inicie com npm start: o plano é feito numa transação, inteiro ou nada.'
      : 'Inicie com npm start: as tabelas não mudam.',
    waiting.length > 0
      ? `Depois, complete ou corrija as linhas atingidas de ${joinWords(waiting, 'e')}: elas continuam lá e aceitam mudanças em outros campos, mas o campo atingido só é salvo de novo quando certo.`
      : '',
  ]
  return steps.filter(step => step !== '')
}
