import type { Model } from '../../model/model.ts'

export const openApi = (_model: Model): unknown => ({})
