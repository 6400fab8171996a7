import type { Domain } from '../../server/domain.ts'
import { proposeForBill, proposeForLine } from './effects/proposeMatches.ts'
import { saveInstalments } from './effects/saveInstalments.ts'
import { acceptProposals } from './operations/acceptProposals.ts'
import { bankSummary, proposeAgain } from './operations/bankSummary.ts'
import { chargeBill } from './operations/chargeBill.ts'
import { importStatements } from './operations/importStatements.ts'
import { billsForLine, partsOfLine, proposedRecord } from './operations/readLines.ts'
import { reopenLine } from './operations/reopenLine.ts'
import { settleByBill, settleByNewBill, settleByParts, settleBySales } from './operations/settleLine.ts'

/** Bills, how they are charged by Pix and found in the bank's statements, and the currencies in which a store is paid. */
export const finance: Domain = {
  name: 'finance',
  needs: ['samples'],
  effects: { saveInstalments, proposeForBill, proposeForLine },
  operations: [
    chargeBill,
    importStatements,
    acceptProposals,
    settleByBill,
    settleByNewBill,
    settleByParts,
    settleBySales,
    reopenLine,
    billsForLine,
    partsOfLine,
    proposedRecord,
    bankSummary,
    proposeAgain,
  ],
}
