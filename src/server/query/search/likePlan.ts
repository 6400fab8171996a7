import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { Condition, QueryPlan, SearchedText } from '../queryPlan.ts'
import { isExpression } from '../searchCondition.ts'
import { isLikeSearch } from './likeWords.ts'
import { soughtWords } from './soughtWords.ts'

const liked = new WeakMap<QueryPlan, QueryPlan | null>()

/** The plan that finds what is like the text of a search, once nothing holds all of it; undefined where nothing else can be meant. */
export const likePlanOf = (plan: QueryPlan): QueryPlan | undefined =>
  memoizeByKey(liked, plan, () => {
    const searched = plan.where.find(isLikely)
    if (!searched) return null
    const where = plan.where.map(condition => (isLikely(condition) ? { ...condition, like: true as const } : condition))
    return { ...plan, where, ...(plan.fit ? { fit: { ...plan.fit, like: true as const } } : {}) }
  }) ?? undefined

/** Of all stores at once each row is asked: only words that are there are sought so. */
const isLikely = (condition: Condition): condition is SearchedText =>
  'search' in condition &&
  !condition.like &&
  condition.stores !== undefined &&
  !isExpression(condition.search) &&
  isLikeSearch(soughtWords(condition.search))
