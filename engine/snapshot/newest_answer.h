#pragma once

#include <memory>

namespace scree {

/// Newest answer to a question that is asked again and again in the background, as it is in a snapshot.
template <typename Answer>
struct NewestAnswer {
  bool isOn = false;                     ///< the question is asked
  std::shared_ptr<const Answer> answer;  ///< null before the first answer of the present world
};

}  // namespace scree
