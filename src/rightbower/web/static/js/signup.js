// The page of one's own chair: it says by itself when a chair is free, or when somebody asks.
import { restForms } from "./press_guard.js";
import { first } from "./dom.js";
import { renew, watch } from "./public_watch.js";

restForms();
const main = /** @type {HTMLElement} */ (first("main"));
watch(main.dataset.event ?? "", {
  heard: () => {
    renew({ gently: true }).catch(() => {});
  },
});
