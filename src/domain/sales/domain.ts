import type { Domain } from '../../server/domain.ts'
import { createTabRange } from './effects/createTabRange.ts'
import { rebuildSumsByDay } from './effects/rebuildSumsByDay.ts'
import { sumAppOrders } from './effects/sumAppOrders.ts'
import { cancelSale } from './operations/cancelSale.ts'
import { checkSession, checkSessions, reopenSession } from './operations/checkSession.ts'
import { readOpenTabs, receiveOpenTabs } from './operations/openTabs.ts'
import { removeSimulatedSale } from './operations/removeSimulatedSale.ts'
import { saveSale, saveSales } from './operations/saveSales.ts'
import { saveSession, saveSessions } from './operations/saveSessions.ts'
import { sessionClosing, sessionSums } from './operations/sessionReports.ts'
import { simulateFirstSale } from './operations/simulateFirstSale.ts'
import { salesRollups } from './tables/salesRollups.ts'

/** Sales: their intake from points of sale, and the sums that reports read. */
export const sales: Domain = {
  name: 'sales',
  needs: ['samples', 'stock'],
  operations: [
    saveSale,
    saveSales,
    cancelSale,
    simulateFirstSale,
    removeSimulatedSale,
    saveSession,
    saveSessions,
    sessionClosing,
    sessionSums,
    checkSession,
    checkSessions,
    reopenSession,
    receiveOpenTabs,
    readOpenTabs,
  ],
  effects: { rebuildSumsByDay, createTabRange, sumAppOrders },
  tables: [salesRollups],
}
