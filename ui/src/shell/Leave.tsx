import { useQuestion } from '../leave';
import { Dialog } from '../parts/Dialog';

/** Asks before something is left that is not saved. */
export function Leave() {
  const question = useQuestion();
  if (!question) return null;
  return (
    <Dialog title="Leave without saving?" onClose={() => question.answer(false)}>
      <p>{question.what} would be lost.</p>
      <div className="row end">
        <button type="button" className="button" onClick={() => question.answer(false)}>
          Stay
        </button>
        <button type="button" className="button danger" onClick={() => question.answer(true)}>
          Leave
        </button>
      </div>
    </Dialog>
  );
}
